/** What is done with services; the server's answer counts everywhere that shows them. */
import type { Service } from '@product/contract'

import { callSignedIn } from '#data/call-signed-in.ts'

export const saveService = (details: object, service: string | null) =>
  callSignedIn('save_service', { details: { ...details }, service })

export const setServiceState = (service: string, state: Service['state']) =>
  callSignedIn('set_service_state', { service, state })

export const joinWaitlist = (service: string) => callSignedIn('join_waitlist', { service })
export const leaveWaitlist = (service: string) => callSignedIn('leave_waitlist', { service })
