/** Servers that speak `sdapi` and paint nothing: the web UI, SD.Next's jobs, the native jobs of stable-diffusion.cpp. */
import { isAllowed, jsonOf, startFakeServer, type Asked, type Reply } from '../fake-server.ts'
import { startFakeJobs, type FakeSdapi, type FakeSdapiOptions } from './fake-sdapi-jobs.ts'

export type { FakeSdapi, FakeSdapiOptions } from './fake-sdapi-jobs.ts'

export function startFakeSdapi(options: FakeSdapiOptions): Promise<FakeSdapi> {
  return options.family === 'web' || options.family === 'cpp-web' ? startWeb(options) : startFakeJobs(options)
}

const notFound: Reply = { status: 404, body: { detail: 'Not Found' } }

async function startWeb({ picture, family, login }: FakeSdapiOptions): Promise<FakeSdapi> {
  const painted: Record<string, unknown>[] = []
  const waiting: ((failure?: string) => void)[] = []
  const previews = Array.from({ length: 4 }, (_, step) => Buffer.concat([picture, Buffer.from([step])]))
  let step = 0

  function order(asked: Asked): Promise<Reply> | Reply {
    const body = jsonOf(asked)
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const end = (failure?: string): void => {
      if (failure) return resolve({ status: 500, body: { error: failure, detail: '', body: '', errors: 'Traceback' } })
      painted.push(body)
      const info = family === 'web' ? JSON.stringify({ seed: body['seed'], all_seeds: [body['seed']] }) : ''
      resolve({ body: { images: [Buffer.from(picture).toString('base64')], parameters: {}, info } })
    }
    step = 0
    if (fake.isHeld) waiting.push(end)
    else end()
    return promise
  }

  function progress(): Reply {
    if (family === 'cpp-web') return notFound
    const current_image = previews[step]?.toString('base64') ?? null
    const body = { progress: step / 4, eta_relative: 1, state: { job_count: 1 }, current_image }
    step = Math.min(3, step + 1)
    return { body }
  }

  const server = await startFakeServer((asked) => {
    const { method, path } = asked
    if (!isAllowed(asked, login)) return { status: 401, body: { detail: 'Incorrect username or password' } }
    if (method === 'POST' && /^\/sdapi\/v1\/(?:txt|img)2img$/.test(path)) return order(asked)
    if (path.startsWith('/sdapi/v1/progress')) return progress()
    if (path === '/sdapi/v1/options') return { body: { sd_model_checkpoint: 'x' } }
    if (method === 'POST' && path === '/sdapi/v1/interrupt') return { body: {} }
    if (path === '/v1/models' && family === 'cpp-web') return { body: { data: [{ id: 'sd-cpp-local' }] } }
    return notFound
  })
  const fake: FakeSdapi = Object.assign(server, {
    painted,
    isHeld: false,
    paint: (failure?: string) => waiting.shift()?.(failure),
    busyWith: () => {},
  })
  return fake
}
