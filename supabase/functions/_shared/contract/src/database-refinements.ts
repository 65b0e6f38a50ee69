/** What the catalogue cannot say of a value on the wire. */
export interface Refinements {
  'set_vanishing(seconds)': number | null
}
