/** What the tests use of oidc-provider, which ships no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  interface Context {
    readonly oidc: {
      readonly provider: { readonly Grant: new (owner: { clientId: string; accountId: string }) => Grant }
      readonly client: { readonly clientId: string }
      readonly session: { readonly accountId: string }
    }
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    callback(): RequestListener
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: { login_hint?: string } }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }

  export type { Context, Grant }
}
