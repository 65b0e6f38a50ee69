import { paths } from '#navigation/paths.ts'
import { usePathname } from '#navigation/use-place.ts'

import { LegalPage } from './LegalPage.tsx'
import { privacyMessages, privacySections } from './privacy.i18n.ts'
import { termsMessages, termsSections } from './terms.i18n.ts'

/** `/terms` and `/privacy`. */
export function LegalScreen() {
  return usePathname() === paths.privacy ? (
    <LegalPage words={privacyMessages} sections={privacySections} other="terms" />
  ) : (
    <LegalPage words={termsMessages} sections={termsSections} other="privacy" />
  )
}
