/** Every text that the specification gives letter for letter (SCREENS §0), and where the product says it. */

/** A key of a catalog, called with `given` where it is a function; `isBoth`: in English too. */
interface Key {
  readonly catalog: string
  readonly key: string
  readonly given?: readonly unknown[]
  readonly isBoth?: true
}
/** What a module exports, or what its function answers. */
interface Export {
  readonly module: string
  readonly name: string
  readonly given?: readonly unknown[]
}
/** Written in the file itself: `written` where it is made up of parts. */
interface Source {
  readonly file: string
  readonly written?: string
}

export type Place = Key | Export | Source

export interface VerbatimText {
  readonly text: string
  readonly at: readonly Place[]
  /** Where the product does not say it, or not always, as the specification does. */
  readonly because?: string
}

const entities = 'app/src/entities'
const features = 'app/src/features'
const functions = 'supabase/functions'
const schemas = 'supabase/schemas'

const key = (catalog: string, name: string, ...given: readonly unknown[]): Key => ({ catalog, key: name, given })
const both = (catalog: string, name: string): Key => ({ catalog, key: name, isBoth: true })
const written = (...files: readonly string[]): Source[] => files.map((file) => ({ file }))

const form = `${features}/create/form/form.i18n.ts`
const remix = `${features}/create/remix/remix.i18n.ts`
const result = `${features}/create/result/result.i18n.ts`
const generation = `${entities}/generation/generation.i18n.ts`
const viewer = `${entities}/image/viewer/viewer.i18n.ts`
const download = `${entities}/image/download/download.i18n.ts`
const post = `${entities}/post/post.i18n.ts`
const postScreen = `${features}/post/post-screen.i18n.ts`
const myImages = `${features}/my-images/my-images.i18n.ts`
const search = `${features}/search/search.i18n.ts`
const conversations = `${features}/messages/list/list.i18n.ts`
const thread = `${features}/messages/thread.i18n.ts`
const offline = 'app/src/app/shell/banners/offline.i18n.ts'
const update = `${entities}/release/update.i18n.ts`
const errors = 'app/src/i18n/errors.i18n.ts'
const worker = 'app/src/service-worker/messages.ts'
const authClient = 'node_modules/@supabase/auth-js/dist/main'
const contract = `${functions}/_shared/contract/src`

export const verbatimTexts: readonly VerbatimText[] = [
  // Windows and banners
  { text: 'Créer une image', at: [key(form, 'title')] },
  { text: 'Remix Image', at: [both(remix, 'title')] },
  { text: 'Image générée', at: [key(viewer, 'title'), key(result, 'title')] },
  { text: 'Remix', at: [both(viewer, 'remix')] },
  {
    text: 'Télécharger',
    at: [viewer, download, result, postScreen, myImages].map((catalog) => key(catalog, 'download')),
  },
  {
    text: 'Partager',
    at: [
      ...[viewer, result, post, postScreen].map((catalog) => key(catalog, 'share')),
      key(`${features}/share/share.i18n.ts`, 'title'),
    ],
  },
  { text: 'Recherche intelligente', at: [key(search, 'title')] },
  { text: 'Vous êtes hors ligne', at: [key(offline, 'title')] },
  { text: 'Certaines fonctionnalités peuvent être limitées', at: [key(offline, 'text')] },
  { text: 'Installer ...', at: [], because: 'What is installed is named: « Installer Cortexia ».' },
  { text: 'Mise à jour disponible', at: [key(update, 'title'), ...written(worker)] },
  { text: 'Mise à jour obligatoire', at: [key(update, 'forcedTitle')] },
  { text: 'Plus tard', at: [key(update, 'later')] },
  { text: 'Vérifier', at: [key(`${features}/settings/settings.i18n.ts`, 'check')] },
  { text: '9+', at: [{ file: 'app/src/app/shell/UnreadBadge.tsx', written: 'count > most ? `${most}+`' }] },

  // Making
  { text: 'Enhance Prompt', at: [both(form, 'enhance')] },
  { text: 'CI Intelligence', at: [both(form, 'ci')] },
  { text: 'Bientôt disponible', at: [key(form, 'ciSoon')] },
  { text: 'Soon', at: [both(form, 'soon')] },
  { text: 'Génération en cours...', at: [key(generation, 'busy')] },
  { text: 'Ouvrir le formulaire', at: [key(remix, 'openForm')] },
  { text: 'Prompt requis', at: [key(form, 'promptRequired')] },
  {
    text: 'Veuillez saisir une description pour votre image',
    at: [
      key(form, 'promptRequiredText'),
      key(generation, 'promptRequiredText'),
      ...written(`${functions}/_shared/parse-request.ts`, `${functions}/_shared/workflows/find-words.ts`),
    ],
  },
  { text: 'Veuillez saisir une description pour votre remix', at: [key(remix, 'required')] },
  { text: 'consumes 1 credit', at: [both(form, 'cost')] },
  { text: 'Il vous reste 5 crédits', at: [key(`${entities}/credits/credit.i18n.ts`, 'left', 5)] },
  { text: 'Acheter', at: [key(`${entities}/credits/credit.i18n.ts`, 'buy')] },
  { text: 'Génération réussie !', at: [key(generation, 'success')] },
  { text: 'Image générée en mode {mode}', at: [key(generation, 'successText', '{mode}')] },
  { text: 'Erreur de génération', at: [key(generation, 'failure')] },
  {
    text: 'Erreur lors de la génération',
    at: [
      key(generation, 'failureText'),
      { module: `${functions}/_shared/generation/job-outcome.ts`, name: 'failed' },
      ...written(
        `${functions}/_shared/clients.ts`,
        `${functions}/_shared/generation/wait-for-generation.ts`,
        `${functions}/_shared/workflows/execute-step.ts`,
        `${functions}/v0-generator/jobs.ts`,
        `${schemas}/30_making/50_ends.sql`,
      ),
    ],
  },
  { text: 'Une erreur inconnue est survenue', at: [key(errors, 'happened')] },
  { text: 'Erreur inconnue', at: [key(errors, 'unknown')] },
  {
    text: 'User must be authenticated to generate images',
    at: written(
      `${entities}/generation/generator-api.ts`,
      `${functions}/v0-generator/index.ts`,
      `${functions}/cortexia-intelligence/actions/generate.ts`,
    ),
  },
  {
    text: 'v0-generator error (status): text',
    at: [{ module: `${contract}/generation.ts`, name: 'generatorError', given: ['status', 'text'] }],
  },
  {
    text: 'Intelligence API error (status): text',
    at: [{ module: `${contract}/intelligence.ts`, name: 'intelligenceError', given: ['status', 'text'] }],
  },
  {
    text: 'temp-uploads',
    at: written(`${entities}/generation/generator-api.ts`, `${schemas}/30_making/12_image_buckets.sql`),
  },
  {
    text: 'temp-images',
    at: written(`${features}/create/form/assistant.ts`, `${schemas}/30_making/12_image_buckets.sql`),
  },

  // Publishing
  { text: 'Publication...', at: [key(result, 'publishing')] },
  { text: 'Publié dans le feed', at: [key(result, 'published')] },
  { text: 'Erreur de publication', at: [key(result, 'publishFailure')] },
  { text: 'Échec', at: [key(result, 'failed')] },
  {
    text: 'create-modal',
    at: written(
      `${features}/create/draft/draft.ts`,
      `${features}/create/result/publish-post.ts`,
      `${contract}/generation.ts`,
    ),
  },
  { text: 'public', at: written(`${features}/create/result/publish-post.ts`, `${schemas}/40_posts/10_posts.sql`) },

  // Searching
  {
    text: 'Aucun résultat trouvé pour "{query}"',
    at: [search, conversations].map((catalog) => key(catalog, 'none', '{query}')),
  },

  // People and messages
  {
    text: 'Utilisateur',
    at: [
      { file: `${entities}/profile/display-name.ts`, written: '`Utilisateur${' },
      ...written(`${schemas}/10_people/20_profiles.sql`),
    ],
  },
  {
    text: 'Utilisateur non connecté',
    at: written(...['conversation-acts', 'disclose-message', 'scope'].map((file) => `${entities}/message/${file}.ts`)),
  },
  { text: '[Message non déchiffrable]', at: [key(thread, 'undecryptable')] },
  { text: 'Message chiffré', at: [conversations, thread].map((catalog) => key(catalog, 'encrypted')) },
  {
    text: 'Message déchiffré (contenu original masqué)',
    at: [key(thread, 'masked')],
    because: 'What can be opened is opened: the placeholder stands for elder rows that look sealed and have no key.',
  },
  {
    text: 'simple',
    at: written('app/src/crypto/codes.ts', `${schemas}/70_messages/40_messages.sql`),
    because: 'Messages are sealed: an elder row may have it, and none is written where everybody has keys.',
  },
  {
    text: 'Non autorisé',
    at: [
      key(errors, 'notAllowed'),
      ...written(
        ...['_shared/generation/generate', '_shared/service-call', 'cortexia-intelligence/asker'].map(
          (file) => `${functions}/${file}.ts`,
        ),
        ...['export-my-data', 'send-notification'].map((name) => `${functions}/${name}/index.ts`),
        ...['10_keys', '22_members', '40_messages', '52_read_receipts'].map(
          (file) => `${schemas}/70_messages/${file}.sql`,
        ),
      ),
    ],
  },
  { text: 'new-message', at: written(`${entities}/conversation/message-feed.ts`) },
  { text: 'message-read', at: written(`${entities}/conversation/message-feed.ts`) },

  // Signing in, and who asks
  {
    text: 'You must provide either an email or phone number and a password',
    at: written(`${authClient}/GoTrueClient.js`, `${entities}/session/auth-failure.ts`),
  },
  { text: 'Auth session missing!', at: written(`${authClient}/lib/errors.js`, `${features}/create/form/assistant.ts`) },
  { text: 'Auth session or user missing', at: written(`${authClient}/lib/errors.js`) },
  { text: 'Cortexia/1.0.0', at: [{ module: 'app/src/data/config.ts', name: 'clientInfo' }] },

  // The service worker and its window
  ...['GET_VERSION', 'SKIP_WAITING', 'SHOW_UPDATE_NOTIFICATION'].map((text) => ({ text, at: written(worker) })),
  ...['SW_UPDATE_AVAILABLE', 'SW_ACTIVATED', 'CACHE_UPDATED'].map((text) => ({
    text,
    at: written('app/src/service-worker/service-worker.ts'),
  })),
  { text: 'app-update-available', at: written(`${entities}/release/follow-updates.ts`) },
  { text: 'check-for-updates', at: written(`${entities}/release/update-checks.ts`) },
]
