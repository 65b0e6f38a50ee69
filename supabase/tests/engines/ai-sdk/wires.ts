/** The documented wires of the providers behind the AI SDK: how each takes references, and how it answers. */
import type { AiProviderName } from '../../../functions/_shared/image-engines/ai-sdk/ai-sdk-models.ts'
import { jsonOf, type Asked, type Reply, type Told } from '../fake-server.ts'

export const key = 'sk-live-0123456789abcdef'

export interface Wire {
  readonly name: AiProviderName
  /** Below the server's address. */
  readonly base: string
  readonly env: Readonly<Record<string, string>>
  /** Of a request that begins a picture. */
  begins(asked: Asked): boolean
  references(asked: Asked): Promise<readonly Buffer[]>
  /** The whole answer, or its first step where there are several. */
  made(picture: Buffer, own: string): Told
  /** Steps after the first. */
  later?(asked: Asked, picture: Buffer, own: string): Reply
  readonly empty: Told
  readonly refused: Told
}

async function formOf(asked: Asked): Promise<FormData> {
  return new Response(new Uint8Array(asked.body), {
    headers: { 'content-type': asked.headers['content-type'] ?? '' },
  }).formData()
}

async function filesOf(asked: Asked): Promise<Buffer[]> {
  if (asked.path !== '/v1/images/edits') return []
  const form = await formOf(asked)
  const files = [...form.getAll('image'), ...form.getAll('image[]')] as File[]
  return Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())))
}

const fromDataUrl = (url: string): Buffer => Buffer.from(url.replace(/^data:image\/\w+;base64,/, ''), 'base64')
const fromBase64 = (text: string): Buffer => Buffer.from(text, 'base64')
const inOrder = (fields: object, name: string): string[] =>
  ['', '_2', '_3'].flatMap((end) => {
    const value = (fields as Record<string, unknown>)[name + end]
    return typeof value === 'string' ? [value] : []
  })

const openAiLike = {
  begins: ({ path }: Asked) => path.startsWith('/v1/images/'),
  references: filesOf,
  made: (picture: Buffer) => ({ body: { created: 1, data: [{ b64_json: picture.toString('base64') }] } }),
  empty: { body: { created: 1, data: [] } },
  refused: {
    status: 400,
    body: {
      error: {
        message: 'Rejected by the safety system',
        type: 'image_generation_user_error',
        code: 'moderation_blocked',
      },
    },
  },
}

export const wires: readonly Wire[] = [
  { name: 'openai', base: '/v1', env: { OPENAI_API_KEY: key }, ...openAiLike },
  { name: 'openai-compatible', base: '/v1', env: { IMAGE_API_KEY: key }, ...openAiLike },
  {
    name: 'google',
    base: '/v1beta',
    env: { GOOGLE_GENERATIVE_AI_API_KEY: key },
    begins: ({ path }) => path === '/v1beta/models/gemini-2.5-flash-image:generateContent',
    async references(asked) {
      const [{ parts }] = jsonOf(asked)['contents'] as [{ parts: { inlineData?: { data: string } }[] }]
      return parts.flatMap(({ inlineData }) => (inlineData ? [fromBase64(inlineData.data)] : []))
    },
    made: (picture) => ({
      body: {
        candidates: [
          {
            content: {
              role: 'model',
              parts: [{ inlineData: { mimeType: 'image/png', data: picture.toString('base64') } }],
            },
            finishReason: 'STOP',
          },
        ],
      },
    }),
    empty: { body: { candidates: [{ content: { role: 'model', parts: [{ text: 'Non.' }] }, finishReason: 'STOP' }] } },
    refused: { body: { candidates: [{ finishReason: 'IMAGE_SAFETY' }], promptFeedback: {} } },
  },
  {
    name: 'fal',
    base: '',
    env: { FAL_KEY: key },
    begins: ({ method, path }) => method === 'POST' && path.startsWith('/fal-ai/'),
    async references(asked) {
      const { image_url: one, image_urls: several = [] } = jsonOf(asked) as {
        image_url?: string
        image_urls?: string[]
      }
      return [...(one === undefined ? [] : [one]), ...several].map(fromDataUrl)
    },
    made: (_, own) => ({
      body: {
        images: [{ url: `${own}/files/1.png`, width: 64, height: 64, content_type: 'image/png' }],
        timings: { inference: 1.5 },
        seed: 7,
        has_nsfw_concepts: [false],
        prompt: '',
      },
    }),
    later: (_, picture) => ({ body: picture }),
    empty: { body: { images: [], seed: 7, has_nsfw_concepts: [] } },
    refused: { body: { images: [{ url: 'https://fal.media/black.png' }], has_nsfw_concepts: [true] } },
  },
  {
    name: 'replicate',
    base: '/v1',
    env: { REPLICATE_API_TOKEN: key },
    begins: ({ method, path }) => method === 'POST' && path === '/v1/models/black-forest-labs/flux-2-pro/predictions',
    references: async (asked) => inOrder(jsonOf(asked)['input'] as object, 'input_image').map(fromDataUrl),
    made: (_, own) => ({ status: 201, body: prediction(own, 'starting') }),
    later: ({ path }, picture, own) =>
      path.startsWith('/files/') ? { body: picture } : { body: prediction(own, 'succeeded') },
    empty: {
      status: 201,
      body: { id: 'p1', status: 'succeeded', output: [], urls: { get: 'https://api.replicate.com/p1' } },
    },
    refused: {
      status: 201,
      body: {
        id: 'p1',
        status: 'failed',
        error: 'The input or output was flagged as sensitive. (E005)',
        urls: { get: 'https://api.replicate.com/p1' },
      },
    },
  },
  {
    name: 'black-forest-labs',
    base: '/v1',
    env: { BFL_API_KEY: key },
    begins: ({ method, path }) => method === 'POST' && path === '/v1/flux-2-pro',
    references: async (asked) => inOrder(jsonOf(asked), 'input_image').map(fromBase64),
    made: (_, own) => ({ body: { id: 't1', polling_url: `${own}/v1/get_result?id=t1` } }),
    later: ({ path }, picture, own) =>
      path.startsWith('/files/')
        ? { body: picture }
        : { body: { id: 't1', status: 'Ready', result: { sample: `${own}/files/1.png` } } },
    empty: { body: { id: 't1', status: 'Ready', result: null } },
    refused: { body: { id: 't1', status: 'Content Moderated', result: null } },
  },
  {
    name: 'xai',
    base: '/v1',
    env: { XAI_API_KEY: key },
    begins: ({ path }) => path.startsWith('/v1/images/'),
    async references(asked) {
      const { image, images = [] } = jsonOf(asked) as { image?: { url: string }; images?: { url: string }[] }
      return [...(image ? [image] : []), ...images].map(({ url }) => fromDataUrl(url))
    },
    made: (picture) => ({ body: { data: [{ b64_json: picture.toString('base64'), respect_moderation: true }] } }),
    empty: { body: { data: [] } },
    refused: { body: { data: [{ url: 'https://imgen.x.ai/1', respect_moderation: false }] } },
  },
]

export function prediction(own: string, status: string): object {
  return {
    id: 'p1',
    status,
    output: status === 'succeeded' ? [`${own}/files/1.png`] : null,
    error: null,
    urls: { get: `${own}/v1/predictions/p1`, cancel: `${own}/v1/predictions/p1/cancel` },
  }
}
