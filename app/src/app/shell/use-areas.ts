/** Where a member can go besides the five places of the bar: one list for the side navigation and for phones. */
import ChartLine from 'lucide-react/icons/chart-line'
import Coins from 'lucide-react/icons/coins'
import Palette from 'lucide-react/icons/palette'
import Shield from 'lucide-react/icons/shield'
import ShoppingBag from 'lucide-react/icons/shopping-bag'
import Workflow from 'lucide-react/icons/workflow'

import { useIsStaff } from '#entities/moderation/use-is-staff.ts'
import { defineMessages, useMessages } from '#i18n/messages.ts'
import { paths } from '#navigation/paths.ts'

/** Apart from the shell's own: the first page is there before they are. */
export const areaMessages = defineMessages({
  fr: {
    images: 'Mes images',
    workflows: 'Workflows',
    commissions: 'Commandes',
    stats: 'Statistiques',
    creator: 'Espace créateur',
    credits: 'Crédits',
    moderation: 'Modération',
    areas: 'Espaces',
  },
  en: {
    images: 'My images',
    workflows: 'Workflows',
    commissions: 'Commissions',
    stats: 'Statistics',
    creator: 'Creator',
    credits: 'Credits',
    moderation: 'Moderation',
    areas: 'Areas',
  },
})

export function useAreas() {
  const m = useMessages(areaMessages)
  const isStaff = useIsStaff()
  return [
    { to: paths.workflows, name: m.workflows, Icon: Workflow },
    { to: paths.commissions, name: m.commissions, Icon: ShoppingBag },
    { to: paths.stats, name: m.stats, Icon: ChartLine },
    { to: paths.creator, name: m.creator, Icon: Palette },
    { to: paths.payment, name: m.credits, Icon: Coins },
    ...(isStaff ? [{ to: paths.moderation, name: m.moderation, Icon: Shield } as const] : []),
  ] as const
}
