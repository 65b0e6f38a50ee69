/** What the operator has decided about every channel. */
export interface ChannelRules {
  readonly privateOnly: boolean
  readonly subjectField: string | null
  readonly presenceBytes: number
  /** Presence calls per 30 s. */
  readonly presenceCalls: number
  /** Milliseconds for which a private channel's right to write stays known. */
  readonly rightsAge: number
}

export interface Circumstances {
  readonly rules: ChannelRules
  /** Epoch milliseconds. */
  readonly now: number
}

/** What the server vouches for beside what a client says; null for a sender without a subject. */
export function vouchedFor(
  { subjectField }: ChannelRules,
  caller: { readonly subject: string | null } | null,
): Record<string, string> | null {
  const subject = caller?.subject ?? null
  return subjectField === null || subject === null ? null : { [subjectField]: subject }
}
