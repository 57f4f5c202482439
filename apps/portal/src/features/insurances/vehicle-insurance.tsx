import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorNotice } from '../../components/error-notice.js'
import { Fill, Hint, ListRow, Row, Stack, Text } from '../../components/layout/index.js'
import { TooltipIconButton } from '../../components/tooltip-icon-button.js'
import { usePermission } from '../../lib/session/session.js'
import { InsuranceDrawer } from './insurance-form.js'
import { insurancesOfQuery, shownDay, type Insurance } from './insurance.js'
import { InsuranceChip } from './insurances-list.js'
import { joined } from '../../lib/format/joined.js'

/** A vehicle's insurance on its page, with links to its documents and to add another. */
export function VehicleInsurance({ vehicle }: { vehicle: { id: number; name: string } }) {
  const { t } = useTranslation('insurances')
  const mayWrite = usePermission('manage:subscriptions')
  const [opened, setOpened] = useState<Insurance | 'new'>()
  const query = useQuery(insurancesOfQuery(vehicle.id))
  const close = () => setOpened(undefined)
  if (query.isError && !query.data) return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Stack gap={1}>
      {query.data?.length === 0 && <Hint>{t('vehicle.none')}</Hint>}
      <ul>
        {query.data?.map((insurance) => (
          <InsuranceLine key={insurance.id} insurance={insurance} onOpen={mayWrite ? () => setOpened(insurance) : undefined} />
        ))}
      </ul>
      {mayWrite && (
        <Row>
          <Button startIcon={<Plus />} onClick={() => setOpened('new')}>
            {t('vehicle.add')}
          </Button>
        </Row>
      )}
      {opened === 'new' && <InsuranceDrawer subject={{ vehicle }} onClose={close} />}
      {opened && opened !== 'new' && <InsuranceDrawer subject={{ id: opened.id }} onClose={close} />}
    </Stack>
  )
}

function InsuranceLine({ insurance, onOpen }: { insurance: Insurance; onOpen?: () => void }) {
  const { t } = useTranslation('insurances')
  const { insurer, policy_number: policy, coverage, starts_on, ends_on, state } = insurance
  const days =
    ends_on === null ? t('vehicle.since', { day: shownDay(starts_on) }) : `${shownDay(starts_on)} – ${shownDay(ends_on)}`
  return (
    <ListRow component="li">
      <Fill>
        <Text weight="medium" breaks>
          {insurer}
        </Text>
        <Hint>{joined([t(`coverages.${coverage}`), policy])}</Hint>
        <Hint>{days}</Hint>
      </Fill>
      <InsuranceChip state={state} />
      {onOpen && <TooltipIconButton label={t('vehicle.open', { insurer })} icon={Pencil} iconSize={15} onClick={onOpen} />}
    </ListRow>
  )
}
