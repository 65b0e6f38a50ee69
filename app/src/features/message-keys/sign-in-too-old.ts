import { createContext } from 'react'

/** To be called where the server refuses what a recent sign-in would have allowed. */
export const SignInTooOld = createContext<(() => void) | null>(null)
