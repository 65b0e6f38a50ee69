import type { Hole } from '../hole.ts'

const engines = 'supabase/functions/_shared/image-engines'
const inDb = (file: string, title: string) =>
  ({ project: 'db', file: `supabase/tests/engines/${file}`, title }) as const

/** Ways by which an operator's own server is told too much, tells too much, or works twice. */
export const ownEngineHoles: readonly Hole[] = [
  {
    threat: 'F-14',
    opens: 'a server’s words are quoted with our key in them',
    file: `${engines}/self-hosted/own-server.ts`,
    find: "secrets.reduce((text, secret) => text.replaceAll(secret, '***'), text)",
    replace: 'text',
    test: inDb('comfyui/comfyui-failures.test.ts', 'F-14 no error names'),
  },
  {
    threat: 'F-14',
    opens: 'the system’s own message, which names the address, becomes ours',
    file: `${engines}/self-hosted/own-server.ts`,
    find: 'does not answer${reasonOf(error)}',
    replace: 'does not answer${String(error)}',
    test: inDb('comfyui/comfyui-failures.test.ts', 'F-14 no error names'),
  },
  {
    threat: 'F-14',
    opens: 'a node that repeats the prompt is quoted with it',
    file: `${engines}/self-hosted/own-server.ts`,
    find: "text !== '' && error.message.includes(text)",
    replace: 'false && text',
    test: inDb('comfyui/comfyui-failures.test.ts', 'F-14 a node that fails'),
  },
  {
    threat: 'F-09',
    opens: 'a tag of orders that grows together out of two is left in the prompt',
    file: `${engines}/sdapi/sdapi-server.ts`,
    find: 'return without === text ? text : withoutExtraArgs(without)',
    replace: 'return without',
    test: inDb('sdapi/sdapi.test.ts', 'F-09 orders to the server'),
  },
  {
    threat: 'F-08',
    opens: 'a second attempt does not look for the run of the first',
    file: `${engines}/comfyui/comfyui.ts`,
    find: "if (found.state === 'waiting' || found.state === 'running')",
    replace: "if (found.state === 'waiting')",
    test: inDb('comfyui/comfyui-crash.test.ts', 'F-08 the run is taken up'),
  },
  {
    threat: 'F-08',
    opens: 'a second attempt does not look for the job of the first',
    file: `${engines}/sdapi/sdapi-jobs.ts`,
    find: 'return jobId.test(id) ? id : null',
    replace: 'return null',
    test: inDb('sdapi/sdapi-jobs.test.ts', 'F-08 a second attempt'),
  },
]
