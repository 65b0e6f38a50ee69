import type { Hole } from '../hole.ts'

const engines = 'supabase/functions/_shared/image-engines'
const tests = 'supabase/tests/engines'
const inDb = (file: string, title: string) => ({ project: 'db', file: `${tests}/${file}`, title }) as const

/** Ways by which a prompt or a key gets out of a generation, or what is refused gets in. */
export const engineHoles: readonly Hole[] = [
  {
    threat: 'F-14',
    opens: 'a provider’s own words, which may repeat the key and the prompt, become our error',
    file: `${engines}/ai-sdk/ai-sdk-errors.ts`,
    find: 'const message = `${label} answered ${upstream}`',
    replace: 'const message = `${label} answered ${upstream}: ${error.message}`',
    test: inDb('ai-sdk/ai-sdk.test.ts', 'F-14'),
  },
  {
    threat: 'F-14',
    opens: 'what an engine throws is written to the log',
    file: `${engines}/chain/lane.ts`,
    find: 'ms: since(startedAt), problem, fault, upstream })',
    replace: 'ms: since(startedAt), problem, fault, upstream: String(cause) })',
    test: inDb('engine-chain.test.ts', 'F-14'),
  },
  {
    threat: 'F-09',
    opens: 'letters in disguise are read as they stand',
    file: `${engines}/moderation/moderation-text.ts`,
    find: 'bare: isDisguised ? undisguise(folded) : text',
    replace: 'bare: text',
    test: inDb('moderation.test.ts', 'f1ll3tte n.u.e'),
  },
  {
    threat: 'F-09',
    opens: 'look-alikes of other scripts are other words',
    file: `${engines}/moderation/moderation-text.ts`,
    find: '(one) => lookAlikes[one] ?? one',
    replace: '(one) => one',
    test: inDb('moderation.test.ts', 'еnfаnt nu'),
  },
  {
    threat: 'F-09',
    opens: 'a word is found within other words',
    file: `${engines}/moderation/moderation.ts`,
    find: 'word === wanted ||',
    replace: 'word.includes(wanted) ||',
    test: inDb('moderation.test.ts', 'comté de Sussex'),
  },
  {
    threat: 'F-09',
    opens: 'only the function at the door looks at prompts, and others order too',
    file: `${engines}/chain/engine-chain.ts`,
    find: "refuse(await reviews.before(order, context.signal), order.jobId, 'before')",
    replace: 'await Promise.resolve()',
    test: inDb('moderation.test.ts', 'F-09 the chain itself refuses'),
  },
  {
    threat: 'F-09',
    opens: 'a moderation service that is down lets everything pass',
    file: `${engines}/moderation/moderation.ts`,
    find: "throw new EngineError('engine_busy', 'The moderation service does not answer', { isRetryable: false })",
    replace: 'return null',
    test: inDb('moderation.test.ts', 'nothing is made that nobody has looked at'),
  },
  {
    threat: 'F-09',
    opens: 'a provider that refuses is asked again, or another one is',
    file: `${engines}/ai-sdk/ai-sdk-refusals.ts`,
    find: "return new EngineError('moderation_blocked'",
    replace: "return new EngineError('engine_failed'",
    test: inDb('ai-sdk/ai-sdk.test.ts', 'refuses: nobody asks again'),
  },
  {
    threat: 'F-08',
    opens: 'a prediction that is paid for is ordered again after a crash',
    file: `${engines}/ai-sdk/ai-sdk-wire.ts`,
    find: "const resumed = method === 'POST' ? await tap.resume?.(new Headers(init?.headers)) : null",
    replace: 'const resumed = null',
    test: inDb('ai-sdk/ai-sdk-upstream.test.ts', 'found again without paying twice'),
  },
  {
    threat: 'F-01',
    opens: 'an address out of a saved row is asked with the provider’s key',
    file: `${engines}/ai-sdk/ai-sdk-taps.ts`,
    find: 'if (known === null || !isTheirs(known, baseUrl)) return null',
    replace: 'if (known === null) return null',
    test: inDb('ai-sdk/ai-sdk-upstream.test.ts', 'a saved address that is not theirs is never asked'),
  },
  {
    threat: 'F-09',
    opens: 'a prompt writes the arguments of a server of one’s own',
    file: `${engines}/ai-sdk/openai-compatible.ts`,
    find: 'const prompt = withoutTag(request.prompt)',
    replace: 'const { prompt } = request',
    test: inDb('ai-sdk/ai-sdk-models.test.ts', 'arguments travel in a tag'),
  },
  {
    threat: 'F-09',
    opens: 'a picture that is refused comes back in another size',
    file: `${engines}/moderation/denied-pictures.ts`,
    find: 'const likeness = 6',
    replace: 'const likeness = -1',
    test: inDb('moderation.test.ts', 'are refused in another size and format'),
  },
]
