import type { Auth } from '../auth.ts'

/** GET /health */
export function health(_auth: Auth) {
  return async () => ({ version: 'v2.0.0', name: 'GoTrue', description: 'Authentication and user management' })
}
