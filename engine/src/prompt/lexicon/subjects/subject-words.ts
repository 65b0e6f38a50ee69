/** What to draw for words: a subject's id or a figure (« figure woman pagne »), several joined by +, to its phrases. */
export interface SubjectWords {
  readonly exact: Readonly<Record<string, string>>
  /** Its near kin. */
  readonly similar: Readonly<Record<string, string>>
  /** Something that stands for it. */
  readonly symbol: Readonly<Record<string, string>>
}
