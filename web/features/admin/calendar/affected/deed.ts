/** What staff are about to do: `Delete Saturdays 9 AM – 7 PM?`, and the word on its button: `Delete`. */
export interface Deed {
  readonly question: string;
  readonly verb: string;
}
