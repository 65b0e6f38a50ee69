/** Services report members of a closed union; only the server decides what is logged, counted or dropped. */
export type Observe<Event extends { readonly kind: string }> = (event: Event) => void
