import Alert from '@mui/material/Alert'
import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, Siren } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { Stack, Text } from '../../../components/layout/index.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { VehicleField } from '../components/pick-vehicle-dialog.js'
import type { Entity } from '../entity.js'
import { entityRecordQuery } from '../queries/entity-queries.js'
import { useReportRefusal } from '../use-entity-actions.js'

interface NewCaseDialogProps {
  /** Continues with a vehicle that can be reported missing. */
  onReport: (entity: Entity) => void
  /** Gives a vehicle the subscription that it lacks. Absent without the right. */
  onGive: ((entity: Entity) => void) | undefined
  onClose: () => void
}

/** Asks which vehicle is missing (R-215 T-18). If the vehicle cannot be reported, shows the reason and who can change that. */
export function NewCaseDialog({ onReport, onGive, onClose }: NewCaseDialogProps) {
  const { t } = useTranslation('entities')
  const { timeZone } = useFormat()
  const [chosen, setChosen] = useState<Entity | null>(null)
  // The query is read again after the vehicle was given a subscription.
  const { data } = useQuery({ ...entityRecordQuery(chosen?.id ?? 0, timeZone), enabled: chosen !== null })
  const refusalOf = useReportRefusal()
  const entity = chosen && (data ?? chosen)
  const refusal = entity ? refusalOf(entity) : undefined
  return (
    <AskDialog
      isSheet
      icon={Siren}
      tone="error"
      title={t('missing.pick.title')}
      onClose={onClose}
      act={{
        label: t('pick.next'),
        onAct: () => entity && onReport(entity),
        isPending: false,
        isDisabled: !entity || refusal !== undefined,
      }}
    >
      <Stack>
        <VehicleField vehicle={chosen} onChange={setChosen} />
        {entity && refusal && <Refusal entity={entity} text={refusal} onGive={onGive} />}
      </Stack>
    </AskDialog>
  )
}

function Refusal({ entity, text, onGive }: { entity: Entity; text: string; onGive: NewCaseDialogProps['onGive'] }) {
  const { t } = useTranslation('entities')
  const { subscription, recovery_contract: isRecovered, business_name: business, lifecycle } = entity
  const isCovered = Boolean(subscription)
  const whom = [
    !isCovered && !onGive && t('missing.pick.askSubscription', { business }),
    !isRecovered && t('missing.pick.askContract', { business }),
  ].filter(Boolean)
  return (
    <Alert severity="warning" role="status">
      <Text>{text}</Text>
      {lifecycle !== 'missing' && whom.map((one) => <Text key={String(one)}>{one}</Text>)}
      {!isCovered && onGive && lifecycle !== 'missing' && (
        <ActionButton icon={ShieldCheck} label={t('missing.pick.give')} onClick={() => onGive(entity)} />
      )}
    </Alert>
  )
}
