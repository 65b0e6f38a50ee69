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
      to: { path: '^platform/[^/]+/src/', pathNot: ['^platform/$1/', '^platform/[^/]+/src/index\\.ts$'] },
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
      to: { path: '^(platform/[^/]+|engine)/src/', pathNot: '/src/index\\.ts$' },
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
      from: { path: '^app/src/(features|entities|ui|data|i18n|crypto|offline)/' },
      to: { path: '^app/src/app/' },
    },
    {
      name: 'entities-below-features',
      severity: 'error',
      from: { path: '^app/src/(entities|ui|data|i18n|crypto|offline)/' },
      to: { path: '^app/src/features/' },
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
      to: { path: '^(platform|engine|supabase)/', pathNot: '^supabase/functions/_shared/contract/src/index\\.ts$' },
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
