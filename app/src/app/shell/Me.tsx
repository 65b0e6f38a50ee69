import { WaitingButton } from '#app/shell/banners/WaitingButton.tsx'
import { CreditChip } from '#entities/credits/CreditChip.tsx'
import { WalletCard } from '#entities/credits/WalletCard.tsx'
import { displayName } from '#entities/profile/display-name.ts'
import { useOwnProfile } from '#entities/profile/profile-queries.ts'
import { SwitchButton } from '#entities/session/accounts/SwitchButton.tsx'
import { Link } from '#navigation/Link.tsx'
import { paths } from '#navigation/paths.ts'
import { Avatar } from '#ui/picture/Avatar.tsx'

export interface MeProps {
  id: string
  label: string
  compact: boolean
}

/** At the foot of the rail: one's credits, and who is signed in, leading to the account. */
export function Me({ id, label, compact }: MeProps) {
  const profile = useOwnProfile(id)
  const name = profile?.display_name ?? displayName({ id })
  return (
    <div className="mt-auto grid grid-cols-1 gap-2.5 pt-4">
      <WaitingButton compact={compact} className={compact ? 'justify-center' : undefined} />
      {compact ? <CreditChip className="justify-center" /> : <WalletCard layout="stacked" />}
      <div className="flex items-center">
        <Link
          to={paths.account}
          title={compact ? label : undefined}
          className="flex min-w-0 flex-1 items-center gap-3 rounded-md p-1.5 hover:bg-surface-2"
        >
          <Avatar id={id} src={profile?.avatar_url} />
          {compact ? (
            <span className="sr-only">{label}</span>
          ) : (
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm font-semibold">{name}</span>
              <span className="block truncate text-xs text-text-3">
                {profile?.username ? `@${profile.username}` : label}
              </span>
            </span>
          )}
        </Link>
        {!compact && <SwitchButton />}
      </div>
    </div>
  )
}
