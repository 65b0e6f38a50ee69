import type { Hole } from '../hole.ts'

const folder = 'supabase/functions/_shared/intelligence'
const door = 'supabase/functions/cortexia-intelligence'
const byFirst = { project: 'db', file: 'supabase/tests/functions/intelligence.test.ts' } as const
const byPictures = { project: 'db', file: 'supabase/tests/functions/intelligence-pictures.test.ts' } as const
const byModel = { project: 'db', file: 'supabase/tests/functions/intelligence-model.test.ts' } as const
const byRules = { project: 'unit', file: `${folder}/rules/enhance-by-rules.test.ts` } as const

export const intelligenceHoles: readonly Hole[] = [
  {
    threat: 'F-01',
    opens: 'an address that is not ours is fetched',
    file: `${folder}/pictures.ts`,
    find: "url.startsWith('data:') ? embeddedFile(url) : await storedFile(url, client)",
    replace:
      "url.startsWith('data:') ? embeddedFile(url) : /^http:.*[.]png$/.test(url) && !url.includes('/storage/') ? new Uint8Array(await (await fetch(url)).arrayBuffer()) : await storedFile(url, client)",
    test: { ...byPictures, title: 'F-01 F-02 F-03' },
  },
  {
    threat: 'F-04',
    opens: 'a picture may be of any size',
    file: `${folder}/pictures.ts`,
    find: "import { maxReferenceBytes } from '../contract/src/index.ts'\n",
    replace: 'const maxReferenceBytes = 1e12\n',
    test: { ...byPictures, title: 'F-04 a picture of 10 MB and more' },
  },
  {
    threat: 'F-05',
    opens: 'a session may ask in the name of anybody',
    file: `${door}/asker.ts`,
    find: '  if (given && userId !== null && given !== userId) {',
    replace: "  if (given && userId !== null && given === '') {",
    test: { ...byFirst, title: 'F-05 with a session' },
  },
  {
    threat: 'F-05',
    opens: 'the public key and a claim are enough to spend',
    file: `${door}/asker.ts`,
    find: '    return { userId: null, client',
    replace: "    return { userId: request.headers.get('x-user-id'), client",
    test: { ...byFirst, title: 'F-05 generate is not for the public key' },
  },
  {
    threat: 'F-05',
    opens: 'visitors are not counted',
    file: `${door}/answer-action.ts`,
    find: '  if (retryAfter === null) return\n',
    replace: '  if (retryAfter !== 0) return\n',
    test: { ...byPictures, title: 'F-05 visitors of one address' },
  },
  {
    threat: 'F-09',
    opens: 'the system text carries what a person wrote',
    file: `${folder}/model/ask-model.ts`,
    find: '      instructions,\n      maxRetries',
    replace: '      instructions: instructions + JSON.stringify(material),\n      maxRetries',
    test: { ...byModel, title: 'F-09' },
  },
  {
    threat: 'F-10',
    opens: 'what a model writes goes out as it is',
    file: `${folder}/model/answers.ts`,
    find: "    .replace(tags, ' ')\n",
    replace: '',
    test: { ...byModel, title: 'F-10' },
  },
  {
    threat: 'F-15',
    opens: 'any number of pictures is taken in at once',
    file: `${folder}/images/image-pool.ts`,
    find: '  if (admitted >= cores * waitingPerCore) {',
    replace: '  if (admitted >= 1e9) {',
    test: { ...byPictures, title: 'F-15' },
  },
  {
    threat: 'intelligence-hidden-words',
    opens: 'words that their author keeps are read with the rights of the service',
    file: `${door}/actions/analyze-image.ts`,
    find: 'promptOf(imageUrl, asker.client)',
    replace: "promptOf(imageUrl, (await import('../../clients.ts')).serviceClient())",
    test: { ...byFirst, title: 'what was made tells its words' },
  },
  {
    threat: 'intelligence-refused',
    opens: 'an addition may name what was refused',
    file: `${folder}/rules/enhance-by-rules.ts`,
    find: '!namesRefused(candidate, refused) && ',
    replace: '',
    test: { ...byRules, title: 'whatever is refused' },
  },
  {
    threat: 'intelligence-silence',
    opens: 'a model that fails is not told',
    file: `${folder}/choose-intelligence.ts`,
    find: '    return byRules(error.reason, question)',
    replace: '    return byRules(null, question)',
    test: { ...byModel, title: 'garbage: the rules answer' },
  },
]
