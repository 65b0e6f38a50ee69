import { Apps } from '#features/account/apps/Apps.tsx'
import { Devices } from '#features/account/security/Devices.tsx'
import { SecuritySection } from '#features/account/security/SecuritySection.tsx'
import { Standing } from '#features/moderation/Standing.tsx'
import { SessionSection } from '#features/settings/SessionSection.tsx'

/** With what one signs in, where one is signed in, how one's account stands, and the ways out. */
export function SecurityArea() {
  return (
    <>
      <SecuritySection />
      <Devices />
      <Apps />
      <Standing />
      <SessionSection />
    </>
  )
}
