/** A service that speaks OpenAI's `POST /v1/moderations`: one text or one picture, to the categories it is flagged for. */

export interface ModerationService {
  /** The whole address. */
  readonly url: string
  readonly key: string | null
  readonly model: string | null
  readonly looksAtPictures: boolean
}

export type Verdict =
  | { readonly isKnown: true; readonly categories: readonly string[] }
  | { readonly isKnown: false; readonly status: number | null }

const patienceMs = 10_000
const attempts = 2

/** Rejects with the signal's reason only; a service that fails, twice, leaves the verdict open. */
export async function askModeration(
  service: ModerationService,
  subject: string | { readonly file: Uint8Array; readonly type: string },
  signal: AbortSignal,
): Promise<Verdict> {
  const input =
    typeof subject === 'string'
      ? subject
      : [{ type: 'image_url', image_url: { url: `data:${subject.type};base64,${toBase64(subject.file)}` } }]
  let status: number | null = null
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    try {
      const response = await fetch(service.url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          ...(service.key === null ? {} : { Authorization: `Bearer ${service.key}` }),
        },
        body: JSON.stringify({ input, ...(service.model === null ? {} : { model: service.model }) }),
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        redirect: 'error',
      })
      status = response.status
      const categories = response.ok ? flaggedIn(await response.json()) : null
      if (categories !== null) return { isKnown: true, categories }
      if (status < 500 && status !== 429) break
    } catch {
      signal.throwIfAborted()
    }
  }
  return { isKnown: false, status }
}

/** Null where the answer is none that we know. */
function flaggedIn(answer: unknown): string[] | null {
  const results = (answer as { results?: unknown } | null)?.results
  if (!Array.isArray(results) || results.length === 0) return null
  return (results as { flagged?: unknown; categories?: Record<string, unknown> }[]).flatMap((result) => {
    if (result.flagged !== true) return []
    const named = Object.entries(result.categories ?? {}).filter(([, isFlagged]) => isFlagged === true)
    return named.length > 0 ? named.map(([category]) => category) : ['flagged']
  })
}

function toBase64(file: Uint8Array): string {
  return Buffer.from(file.buffer, file.byteOffset, file.byteLength).toString('base64')
}
