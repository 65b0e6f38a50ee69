/** What of a draft outlives its page. */
import { emptyDraft, type Draft } from './draft.ts'

/** Without what is still being fetched. */
export function keptForm(draft: Draft): Draft {
  return { ...draft, references: draft.references.filter(({ file, source }) => file ?? source) }
}

/** Addresses of an earlier page lead nowhere, and what it uploaded may be gone: the pictures themselves are sent again. */
export function revive(draft: Draft): Draft {
  const references = draft.references.flatMap((reference) =>
    reference.file || reference.source
      ? [
          {
            ...reference,
            preview: reference.file ? URL.createObjectURL(reference.file) : reference.source,
            url: null,
            state: 'ready' as const,
            problem: null,
          },
        ]
      : [],
  )
  return { ...emptyDraft, ...draft, references }
}
