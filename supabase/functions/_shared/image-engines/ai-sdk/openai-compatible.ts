/** What servers that speak OpenAI's images API understand beyond it, and what they must not find in a person's words. */
import { Buffer } from 'node:buffer'

import type { Dialect } from './ai-sdk-models.ts'
import type { ModelRequest } from './ai-sdk-request.ts'

export interface CompatibleRequest {
  readonly prompt: string
  /** Sent as files to `/images/edits`; none keeps the request at `/images/generations`. */
  readonly files: readonly Uint8Array[]
  /** Merged into the body. */
  readonly body: Readonly<Record<string, string | number | string[]>>
}

/** NOTE: an answer by URL would name the server as it sees itself, which may be an address that nobody else reaches. */
const asBytes = { response_format: 'b64_json' } as const

/** stable-diffusion.cpp reads this tag anywhere in a prompt: whoever could write it would set the server's arguments. */
const extraArguments = /<\/?\s*sd_cpp_extra_args\s*>/gi

export function toCompatibleRequest(request: ModelRequest, dialect: Dialect): CompatibleRequest {
  const files = request.references.map(({ file }) => file)
  const prompt = withoutTag(request.prompt)
  const negative = request.negativePrompt === null ? null : withoutTag(request.negativePrompt)
  if (dialect === 'localai') return toLocalAi(request, { prompt, negative, files })
  if (dialect === 'sd-cpp') return toSdCpp(request, { prompt, negative, files })
  return { prompt, files, body: asBytes }
}

interface Parts {
  readonly prompt: string
  readonly negative: string | null
  readonly files: readonly Uint8Array[]
}

/** Its prompt is `positive|negative`; it has no `/images/edits`, and takes references as base64 without `data:`. */
function toLocalAi({ seed }: ModelRequest, { prompt, negative, files }: Parts): CompatibleRequest {
  const plain = (text: string) => text.replaceAll('|', ' ')
  return {
    prompt: negative === null ? plain(prompt) : `${plain(prompt)}|${plain(negative)}`,
    files: [],
    body: {
      ...asBytes,
      ...(seed === null ? {} : { seed }),
      ...(files.length === 0 ? {} : { ref_images: files.map((file) => Buffer.from(file).toString('base64')) }),
    },
  }
}

/** Its façade has no fields for them: they travel in the prompt. */
function toSdCpp({ seed }: ModelRequest, { prompt, negative, files }: Parts): CompatibleRequest {
  const more = { ...(seed === null ? {} : { seed }), ...(negative === null ? {} : { negative_prompt: negative }) }
  // NOTE: an angle bracket in JSON may be written otherwise, so that no text can end the tag early.
  const text = JSON.stringify(more).replaceAll('<', String.raw`\u003c`)
  return { prompt: `${prompt}<sd_cpp_extra_args>${text}</sd_cpp_extra_args>`, files, body: asBytes }
}

/** Until none is left: what remains of one tag may form the next. */
function withoutTag(text: string): string {
  const stripped = text.replace(extraArguments, ' ')
  return stripped === text ? text : withoutTag(stripped)
}
