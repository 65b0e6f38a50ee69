/** From the ground up; an entity knows those of the floors below, and one that stands nowhere here knows none. */
const entityFloors = [
  ['credits', 'image', 'intelligence', 'moderation', 'prompt', 'session'],
  ['commission', 'generation', 'payment', 'post', 'profile'],
  ['comment', 'conversation', 'lineage', 'notification', 'workflow'],
  ['message'],
  ['message-keys'],
]

const oneOf = (names) => `(${names.join('|')})`
const higherEntities = entityFloors.slice(1).flat().join('|')

const entitiesInOrder = [
  { floor: `(?!(?:${higherEntities})/)([^/]+)`, below: [] },
  ...entityFloors
    .slice(1)
    .map((names, index) => ({ floor: oneOf(names), below: entityFloors.slice(0, index + 1).flat() })),
].map(({ floor, below }) => ({
  name: 'entities-in-order',
  severity: 'error',
  from: { path: `^app/src/entities/${floor}/` },
  to: { path: '^app/src/entities/', pathNot: `^app/src/entities/${oneOf(['$1', ...below])}/` },
}))

/** The house's arrows (docs/architecture.md). `$1` back-references make each service, feature and function an island. */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'platform-is-generic',
      severity: 'error',
      from: { path: '^platform/' },
      to: { path: '^(app|supabase|engine)/' },
    },
    {
      name: 'services-know-database-and-http-only',
      severity: 'error',
      from: { path: '^platform/(auth|rest|storage|realtime|functions)/', pathNot: '\\.test\\.ts$' },
      to: { path: '^platform/', pathNot: ['^platform/$1/', '^platform/(database|http)/src/index\\.ts$'] },
    },
    {
      name: 'front-door-only',
      severity: 'error',
      from: { path: '^platform/([^/]+)/' },
      to: { path: '^platform/[^/]+/src/', pathNot: ['^platform/$1/', '^platform/[^/]+/src/(index|wire)\\.ts$'] },
    },
    {
      name: 'test-tools-stay-in-tests',
      severity: 'error',
      from: {
        path: '^platform/',
        pathNot: '\\.(test|conformance)\\.ts$|^platform/[^/]+/(testing|evaluator)/|^platform/conformance/',
      },
      to: { path: '^platform/[^/]+/(testing|evaluator|tests)/' },
    },
    {
      name: 'front-door-from-outside',
      severity: 'error',
      from: { pathNot: '^(platform|engine)/' },
      to: {
        path: '^(platform/[^/]+|engine)/src/',
        pathNot: ['/src/index\\.ts$', '^engine/src/(language|sketch)\\.ts$'],
      },
    },
    {
      name: 'engine-knows-nothing',
      severity: 'error',
      from: { path: '^engine/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^engine/src/' },
    },
    {
      name: 'product-is-portable',
      severity: 'error',
      from: { path: '^supabase/functions/' },
      to: { path: '^(platform|app|tools)/' },
    },
    {
      name: 'functions-are-islands',
      severity: 'error',
      from: { path: '^supabase/functions/([^_/][^/]*)/' },
      to: { path: '^supabase/functions/[^_]', pathNot: '^supabase/functions/$1/' },
    },
    {
      name: 'features-are-islands',
      severity: 'error',
      from: { path: '^app/src/features/([^/]+)/' },
      to: { path: '^app/src/features/', pathNot: '^app/src/features/$1/' },
    },
    {
      name: 'features-below-app',
      severity: 'error',
      from: { path: '^app/src/(?!app/)[^/]+/' },
      to: { path: '^app/src/app/' },
    },
    {
      name: 'entities-below-features',
      severity: 'error',
      from: { path: '^app/src/(?!(app|features)/)[^/]+/' },
      to: { path: '^app/src/features/' },
    },
    ...entitiesInOrder,
    {
      name: 'data-below-entities',
      severity: 'error',
      from: { path: '^app/src/data/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/src/', pathNot: '^app/src/(data|crypto|sketch|i18n)/' },
    },
    {
      name: 'navigation-and-i18n-know-nothing',
      severity: 'error',
      from: { path: '^app/src/(navigation|i18n)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/src/', pathNot: '^app/src/$1/' },
    },
    {
      name: 'crypto-knows-nothing',
      severity: 'error',
      from: { path: '^app/src/crypto/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/src/|(^|/)node_modules/(@types/)?react', pathNot: '^app/src/crypto/' },
    },
    {
      name: 'ui-knows-i18n-only',
      severity: 'error',
      from: { path: '^app/src/ui/', pathNot: '\\.test\\.tsx?$' },
      to: { path: '^app/src/', pathNot: '^app/src/(ui|i18n)/' },
    },
    {
      name: 'app-knows-the-wire-and-the-contract',
      severity: 'error',
      from: { path: '^app/' },
      to: {
        path: '^(platform|engine|supabase)/',
        pathNot: '^(supabase/functions/_shared/contract/src/index|engine/src/sketch)\\.ts$',
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|node_modules/\\.cache)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'app/tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'default'] },
  },
}
