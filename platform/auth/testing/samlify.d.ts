/**
 * What the tests use of samlify. Its own types bring the browser's library into the server's program, where `fetch` and
 * streams then get other types; tsconfig.json points here instead.
 */
export interface ServiceProvider {
  readonly entityMeta: object
}

export interface IdentityProvider {
  readonly entityMeta: object
  getMetadata(): string
  createLoginResponse(
    client: ServiceProvider,
    request: { readonly extract: object },
    binding: 'post',
    user: object,
    options: { readonly customTagReplacement: (template: string) => { id: string; context: string } },
  ): Promise<{ context: string }>
  parseLoginRequest(
    client: ServiceProvider,
    binding: 'redirect',
    request: { readonly query: object; readonly octetString: string },
  ): Promise<{ extract: unknown }>
}

export function ServiceProvider(settings: {
  readonly metadata: string
  readonly wantMessageSigned?: boolean
}): ServiceProvider
export function IdentityProvider(settings: Readonly<Record<string, unknown>>): IdentityProvider
export function setSchemaValidator(validator: { readonly validate: (xml: string) => Promise<string> }): void
