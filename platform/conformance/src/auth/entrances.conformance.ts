import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { play, refusal, type Scenario } from './scenario.ts'
import { openTarget, type AuthTarget } from './target.ts'

let target: AuthTarget
beforeAll(async () => {
  target = await openTarget()
})
afterAll(() => target[Symbol.asyncDispose]())

const nobody = '00000000-0000-4000-8000-000000000000'
const provider = {
  provider_type: 'oauth2',
  identifier: 'custom:conformance',
  name: 'The reading club',
  client_id: 'shop',
  client_secret: 'secret',
  authorization_url: 'https://club.example/authorize',
  token_url: 'https://club.example/token',
  userinfo_url: 'https://club.example/me',
}

/** Against a server as it starts: no wallet, no company, no authorization server. */
const scenarios: Record<string, Scenario[]> = {
  'wallets that are off (WIRE §1.3)': [
    {
      name: 'of Ethereum',
      call: 'POST /token?grant_type=web3',
      body: { chain: 'ethereum', message: 'x', signature: 'x' },
      ...refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
    },
    {
      name: 'of Solana',
      call: 'POST /token?grant_type=web3',
      body: { chain: 'solana', message: 'x', signature: 'x' },
      ...refusal(422, 'web3_provider_disabled', 'Web3 provider is disabled'),
    },
    { name: 'of none', call: 'POST /token?grant_type=web3', body: {}, ...refusal(422, 'web3_provider_disabled') },
  ],
  'single sign-on that is off (WIRE §1.3)': [
    {
      name: 'by domain',
      call: 'POST /sso',
      body: { domain: 'company.example', skip_http_redirect: true },
      ...refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
    },
    {
      name: 'by provider',
      call: 'POST /sso',
      body: { provider_id: nobody },
      ...refusal(404, 'saml_provider_disabled', 'SAML 2.0 is disabled'),
    },
    { name: 'our metadata', call: 'GET /sso/saml/metadata', ...refusal(404, 'saml_provider_disabled') },
    { name: 'the settings say so', call: 'GET /settings', status: 200, answers: { saml_enabled: false } },
  ],
  'companies’ identity providers (WIRE §1.7)': [
    {
      name: 'for nobody else',
      as: 'person',
      call: 'GET /admin/sso/providers',
      ...refusal(403, 'not_admin', 'User not allowed'),
    },
    { name: 'without a token', call: 'GET /admin/sso/providers', ...refusal(401, 'no_authorization') },
    {
      name: 'listed',
      as: 'service',
      call: 'GET /admin/sso/providers',
      status: 200,
      answers: { items: expect.any(Array) },
    },
    {
      name: 'unknown',
      as: 'service',
      call: `GET /admin/sso/providers/${nobody}`,
      ...refusal(404, 'sso_provider_not_found', 'SSO Identity Provider not found'),
    },
    {
      name: 'no id',
      as: 'service',
      call: 'DELETE /admin/sso/providers/nonsense',
      ...refusal(404, 'sso_provider_not_found', 'SSO Identity Provider not found'),
    },
    {
      name: 'of another type',
      as: 'service',
      call: 'POST /admin/sso/providers',
      body: { type: 'oidc' },
      ...refusal(400, 'validation_failed', "Only 'saml' supported for SSO provider type"),
    },
    {
      name: 'without metadata',
      as: 'service',
      call: 'POST /admin/sso/providers',
      body: { type: 'saml' },
      ...refusal(400, 'validation_failed', 'Either metadata_xml or metadata_url must be set'),
    },
    {
      name: 'with metadata twice',
      as: 'service',
      call: 'POST /admin/sso/providers',
      body: { type: 'saml', metadata_xml: '<x/>', metadata_url: 'https://company.example/' },
      ...refusal(400, 'validation_failed', 'Only one of metadata_xml or metadata_url needs to be set'),
    },
    {
      name: 'with metadata without encryption',
      as: 'service',
      call: 'POST /admin/sso/providers',
      body: { type: 'saml', metadata_url: 'http://company.example/' },
      ...refusal(400, 'validation_failed', 'metadata_url is not a HTTPS URL'),
    },
  ],
  'providers that administrators add (WIRE §1.7)': [
    { name: 'for nobody else', as: 'person', call: 'GET /admin/custom-providers', ...refusal(403, 'not_admin') },
    {
      name: 'listed',
      as: 'service',
      call: 'GET /admin/custom-providers',
      status: 200,
      answers: { providers: expect.any(Array) },
    },
    {
      name: 'of a type that is none',
      as: 'service',
      call: 'GET /admin/custom-providers?type=saml',
      ...refusal(400, 'validation_failed', "type must be either 'oauth2' or 'oidc'"),
    },
    {
      name: 'created',
      as: 'service',
      call: 'POST /admin/custom-providers',
      body: provider,
      status: 201,
      answers: { identifier: 'custom:conformance', enabled: true, pkce_enabled: true, email_optional: false },
    },
    {
      name: 'created twice',
      as: 'service',
      call: 'POST /admin/custom-providers',
      body: provider,
      ...refusal(400, 'conflict', 'A custom OAuth provider with this identifier already exists'),
    },
    {
      name: 'changed',
      as: 'service',
      call: 'PUT /admin/custom-providers/custom:conformance',
      body: { name: 'Renamed' },
      status: 200,
      answers: { name: 'Renamed', client_id: 'shop' },
    },
    { name: 'deleted', as: 'service', call: 'DELETE /admin/custom-providers/custom:conformance', status: 204 },
    {
      name: 'gone',
      as: 'service',
      call: 'GET /admin/custom-providers/custom:conformance',
      ...refusal(404, 'custom_provider_not_found', 'Custom OAuth provider not found'),
    },
    {
      name: 'without the prefix',
      as: 'service',
      call: 'GET /admin/custom-providers/conformance',
      ...refusal(400, 'validation_failed', "identifier must start with 'custom:' prefix, e.g. 'custom:conformance'"),
    },
    {
      name: 'of a built-in name',
      as: 'service',
      call: 'POST /admin/custom-providers',
      body: { ...provider, identifier: 'custom:google' },
      ...refusal(400, 'validation_failed', expect.stringContaining('reserved provider name: google')),
    },
  ],
  'the audit log (WIRE §1.7)': [
    { name: 'for nobody else', as: 'person', call: 'GET /admin/audit', ...refusal(403, 'not_admin') },
    {
      name: 'a page',
      as: 'service',
      call: 'GET /admin/audit?page=1&per_page=5',
      status: 200,
      answerHeaders: { 'x-total-count': expect.stringMatching(/^\d+$/), link: expect.stringContaining('rel="last"') },
    },
    {
      name: 'nobody, of which the last page is none',
      as: 'service',
      call: 'GET /admin/users?filter=nobody-of-this-name',
      status: 200,
      answerHeaders: { 'x-total-count': '0', link: '</admin/users?page=0&filter=nobody-of-this-name>; rel="last"' },
    },
    {
      name: 'of another scope',
      as: 'service',
      call: 'GET /admin/audit?query=shoe:size',
      ...refusal(400, 'validation_failed', 'Invalid query scope: shoe:size'),
    },
  ],
  'an authorization server that is off (WIRE §1.7)': [
    { name: 'its clients', as: 'service', call: 'GET /admin/oauth/clients', ...refusal(404, 'feature_disabled') },
    {
      name: 'a new client',
      as: 'service',
      call: 'POST /admin/oauth/clients',
      body: {},
      ...refusal(404, 'feature_disabled'),
    },
    { name: 'registering', call: 'POST /oauth/clients/register', body: {}, ...refusal(404, 'feature_disabled') },
    { name: 'consent', as: 'person', call: `GET /oauth/authorizations/${nobody}`, ...refusal(404, 'feature_disabled') },
    { name: 'grants', as: 'person', call: 'GET /user/oauth/grants', ...refusal(404, 'feature_disabled') },
    { name: 'grants of nobody', call: 'GET /user/oauth/grants', ...refusal(401, 'no_authorization') },
  ],
  'lists of people (WIRE §1.7)': [
    {
      name: 'sorted by nothing known',
      as: 'service',
      call: 'GET /admin/users?sort=email+asc',
      ...refusal(400, 'validation_failed', expect.stringMatching(/^Bad Sort Parameters: /)),
    },
    {
      name: 'filtered to none',
      as: 'service',
      call: 'GET /admin/users?filter=nobody-is-called-that',
      status: 200,
      answers: { users: [], aud: 'authenticated' },
      answerHeaders: { 'x-total-count': '0' },
    },
  ],
}

describe.each(Object.entries(scenarios))('%s', (_group, cases) => {
  it.each(cases)('$name', async (scenario) => {
    expect.hasAssertions()
    await play(target, scenario)
  })
})
