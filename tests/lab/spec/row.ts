/** One demand of the product's specification. */
export interface SpecRow {
  /** The section of the specification, a dot, and a name. Tests say it in a comment: `// Spec: 4.status-values`. */
  readonly id: string;
  readonly title: string;
  /** Words of the specification that a test which is tagged with the row has to quote. */
  readonly says?: readonly string[];
  readonly reason?: string;
}
