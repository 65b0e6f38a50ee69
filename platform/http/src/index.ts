export { TokenError, type Identify, type Identity, type TokenProblem } from './identity.ts'
export type { Observe } from './observe.ts'
