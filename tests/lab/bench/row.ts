/** One thing that may take so long at most. */
export interface Row {
  readonly name: string;
  readonly unit: 'ms' | 's';
  readonly measured: number;
  readonly most: number;
}
