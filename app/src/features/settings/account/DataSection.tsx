import Gauge from 'lucide-react/icons/gauge'
import Leaf from 'lucide-react/icons/leaf'

import { useSparedToday } from '#data/reach/data-saver.ts'
import { changeSetting, type MySettings } from '#entities/profile/my-settings.ts'
import { setBudget, useMonthUsage } from '#entities/profile/saving/data-usage.ts'
import { knowsNetwork, saverFor } from '#entities/profile/saving/mobile-data.ts'
import { formatBytes } from '#i18n/format-bytes.ts'
import { useMessages } from '#i18n/messages.ts'
import { changeDisplaySettings } from '#ui/display/change-display.ts'
import { SelectField } from '#ui/fields/SelectField.tsx'

import { SettingChoice } from '../SettingChoice.tsx'
import { SettingRow } from '../SettingRow.tsx'
import { SettingsCard } from '../SettingsCard.tsx'
import { accountMessages } from './account.i18n.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { ExportData } from './ExportData.tsx'

const budgets = [50, 100, 200, 500, 1000, 2000]

/** How much is fetched, what one may take along, and how one leaves. */
export function DataSection({ userId }: { userId: string }) {
  const m = useMessages(accountMessages)
  return (
    <>
      <SettingsCard title={m.saving}>{(settings) => <Saving settings={settings} userId={userId} />}</SettingsCard>
      <ExportData userId={userId} />
      <DeleteAccount userId={userId} />
    </>
  )
}

function Saving({ settings, userId }: { settings: MySettings; userId: string }) {
  const m = useMessages(accountMessages)
  const spared = useSparedToday()
  const used = useMonthUsage()
  const budget = settings.data_budget_mb
  const changeBudget = (text: string) => {
    const megabytes = Number(text) || null
    setBudget(megabytes)
    changeSetting(userId, 'data_budget_mb', megabytes)
  }
  const known = budget !== null && !budgets.includes(budget) ? [...budgets, budget].toSorted((a, b) => a - b) : budgets
  return (
    <>
      <SettingChoice
        icon={Leaf}
        name={m.saver}
        help={spared > 0 ? `${m.saverHelp} ${m.spared(formatBytes(spared))}` : m.saverHelp}
        setting="data_saver"
        value={settings.data_saver}
        options={[
          { value: 'auto', label: m.auto },
          ...(knowsNetwork() || settings.data_saver === 'cellular'
            ? [{ value: 'cellular' as const, label: m.cellular }]
            : []),
          { value: 'on', label: m.on },
          { value: 'off', label: m.off },
        ]}
        onChange={(next) => {
          changeDisplaySettings({ saver: saverFor(next) })
          changeSetting(userId, 'data_saver', next)
        }}
      />
      <SettingRow icon={Gauge} name={m.budget} help={m.budgetHelp(formatBytes(used))} setting="data_budget_mb">
        <div className="w-full md:w-84">
          <SelectField
            label={m.budget}
            hideLabel
            value={String(budget ?? '')}
            options={[
              { value: '', label: m.noBudget },
              ...known.map((count) => ({ value: String(count), label: m.megabytes(count) })),
            ]}
            onChange={(event) => changeBudget(event.target.value)}
          />
        </div>
      </SettingRow>
    </>
  )
}
