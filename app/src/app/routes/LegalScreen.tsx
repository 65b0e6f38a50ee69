import { LegalPage } from '#features/settings/legal/LegalPage.tsx'
import { privacyMessages, privacySections } from '#features/settings/legal/privacy.i18n.ts'
import { termsMessages, termsSections } from '#features/settings/legal/terms.i18n.ts'
import { paths } from '#navigation/paths.ts'
import { usePathname } from '#navigation/use-place.ts'

/** `/terms` and `/privacy`. */
export function LegalScreen() {
  return usePathname() === paths.privacy ? (
    <LegalPage words={privacyMessages} sections={privacySections} other="terms" />
  ) : (
    <LegalPage words={termsMessages} sections={termsSections} other="privacy" />
  )
}
