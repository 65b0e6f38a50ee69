/** Telling people from programs, by whichever service the server chose. */

/** True for an answer that the service accepts; throws when the service cannot be asked. */
export type CaptchaCheck = (token: string, ip: string) => Promise<boolean>

export interface SiteVerifyOptions {
  /** The service's address, e.g. `https://challenges.cloudflare.com/turnstile/v0/siteverify`. */
  readonly url: string
  readonly secret: string
}

const TIMEOUT_MS = 10_000

/** The interface that hCaptcha and Turnstile share. */
export function createSiteVerify({ url, secret }: SiteVerifyOptions): CaptchaCheck {
  return async (token, ip) => {
    const body = new URLSearchParams({ secret, response: token, remoteip: ip })
    const response = await fetch(url, { method: 'POST', body, signal: AbortSignal.timeout(TIMEOUT_MS) })
    if (!response.ok) throw new Error(`The captcha service answered ${response.status}`)
    const { success } = (await response.json()) as { success?: unknown }
    return success === true
  }
}
