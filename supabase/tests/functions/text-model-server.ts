/** A server that speaks the wires of language models: OpenAI's responses, and the chat completions of everybody else. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface HeardQuestion {
  readonly path: string
  readonly authorization: string
  readonly body: Record<string, unknown>
}

/** What it answers next; `text` is what the model says. */
export type Answer =
  | { readonly kind: 'says'; readonly text: string; readonly finish?: 'stop' | 'content_filter' | 'length' }
  | { readonly kind: 'refuses' }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'raw'; readonly body: string }
  | { readonly kind: 'hangs' }
  | { readonly kind: 'closes' }

export interface TextModelServer extends AsyncDisposable {
  readonly url: string
  readonly heard: HeardQuestion[]
  answer: Answer
}

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 }

export async function startTextModel(): Promise<TextModelServer> {
  const heard: HeardQuestion[] = []
  const model = { heard, answer: { kind: 'says', text: '{}' } as Answer }
  const server = createServer((request, response) => void serve(request, response, model))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return Object.assign(model, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { heard, answer }: Pick<TextModelServer, 'heard' | 'answer'>,
): Promise<void> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const path = request.url ?? ''
  const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>
  const { authorization, 'x-api-key': anthropic, 'x-goog-api-key': google } = request.headers
  heard.push({ path, authorization: String(authorization ?? anthropic ?? google ?? ''), body })
  if (answer.kind === 'hangs') return
  if (answer.kind === 'closes') return void request.socket.destroy()
  if (answer.kind === 'status') {
    response.writeHead(answer.status, { 'content-type': 'application/json', 'retry-after-ms': '5' })
    return void response.end(JSON.stringify({ error: { message: 'no', type: 'error', code: 'no' } }))
  }
  response.writeHead(200, { 'content-type': 'application/json' })
  if (answer.kind === 'raw') return void response.end(answer.body)
  const said = path.endsWith('/responses') ? asResponse(answer) : asCompletion(answer)
  response.end(JSON.stringify(said))
}

type Said = Extract<Answer, { kind: 'says' | 'refuses' }>

function asCompletion(answer: Said) {
  const message =
    answer.kind === 'says'
      ? { role: 'assistant', content: answer.text }
      : { role: 'assistant', content: null, refusal: 'I cannot help with that' }
  const finish = answer.kind === 'says' ? (answer.finish ?? 'stop') : 'content_filter'
  return {
    id: 'c1',
    created: 1,
    model: 'm',
    object: 'chat.completion',
    usage,
    choices: [{ index: 0, finish_reason: finish, message }],
  }
}

function asResponse(answer: Said) {
  const content =
    answer.kind === 'says'
      ? { type: 'output_text', text: answer.text, annotations: [] }
      : { type: 'refusal', refusal: 'I cannot help with that' }
  return {
    id: 'r1',
    object: 'response',
    created_at: 1,
    status: 'completed',
    model: 'm',
    output: [{ type: 'message', id: 'o1', role: 'assistant', status: 'completed', content: [content] }],
    usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
  }
}
