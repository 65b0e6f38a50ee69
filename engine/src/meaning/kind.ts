// What things are kinds of, for whoever looks for « un félin » and is glad of a cat: the words of a kind, and what it holds.

export interface Kind {
  /** French, then English; none where nobody says it, and its members are only near one another. */
  readonly words: string
  /** Ids of subjects, objects and elements; `@family` for all subjects of one family, `#kind` for all of another kind. */
  readonly of: string
  /** So narrow that one of its members stands for another: who looks for a lion may like a leopard. */
  readonly isNarrow?: true
}
