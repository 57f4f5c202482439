import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Copy, PackageX, Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { AskDialog } from '../../../components/ask-dialog.js'
import { FactList } from '../../../components/fact-list.js'
import { Stack, Row, Hint, Text } from '../../../components/layout/index.js'
import { useCopy } from '../../../components/notifications/use-copy.js'
import { useNotify } from '../../../components/notifications/use-notify.js'
import { PrintSheet } from '../../../components/print-sheet.js'
import { QrImage } from '../../../components/qr-image.js'
import { SideDrawer } from '../../../components/side-drawer.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import { useMissingRight } from '../../../lib/session/missing-right.js'
import { changes, type Return, useReturnChange } from '../queries/return-changes.js'
import { returnQuery } from '../queries/return-queries.js'
import { ReturnPhotos } from './return-photos.js'
import { joined } from '../../../lib/format/joined.js'

interface ReturnResultProps {
  deviceReturn: Return
  /** Photos that failed. */
  left: readonly Blob[]
  onCancelled: () => void
  onClose: () => void
}

/** A registered return: its number, the parcel label, and a button to cancel it. */
export function ReturnResult({ deviceReturn: oneAtFirst, left, onCancelled, onClose }: ReturnResultProps) {
  const { t } = useTranslation('returns')
  const format = useFormat()
  const missingRight = useMissingRight('create:entity')
  const [isAsked, setIsAsked] = useState(false)
  const { data: one = oneAtFirst } = useQuery(returnQuery(oneAtFirst))
  const { ship_from: from } = one
  return (
    <SideDrawer
      isOpen
      title={t('onItsWay')}
      subtitle={joined([formatImei(one.imei), one.device_model])}
      onClose={onClose}
      footer={
        <>
          <ActionButton color="error" disabledBecause={missingRight} icon={PackageX} onClick={() => setIsAsked(true)}>
            {t('cancel.label')}
          </ActionButton>
          <ActionButton variant="contained" icon={Printer} label={t('label.print')} onClick={() => window.print()} />
        </>
      }
    >
      <Stack>
        <LeftPhotos deviceReturn={one} atFirst={left} />
        <ParcelNumber number={one.number} />
        <FactList
          facts={[
            { label: t('since'), value: format.dateTime(one.created_at) },
            { label: t('by'), value: one.created_by },
            { label: t('vehicle'), value: one.entity_name },
            { label: t('reason'), value: t(`reasons.${one.reason}`) },
            { label: t('note'), value: one.note },
            { label: t('replacementWanted'), value: t(one.replacement_wanted ? 'yes' : 'no') },
            {
              label: t('shipFrom.title'),
              value: [from.name, from.address, `${from.postcode} ${from.city}`, from.country].join(', '),
            },
          ]}
        />
        <ReturnPhotos deviceReturn={one} />
      </Stack>
      <ReturnLabel deviceReturn={one} />
      {isAsked && <CancelDialog deviceReturn={one} onCancelled={onCancelled} onClose={() => setIsAsked(false)} />}
    </SideDrawer>
  )
}

/** Sends failed photos again. They are lost when this dialog is closed. */
function LeftPhotos({ deviceReturn, atFirst }: { deviceReturn: Return; atFirst: readonly Blob[] }) {
  const { t } = useTranslation('returns')
  const addPhotos = useReturnChange(changes.addPhotos)
  const [left, setLeft] = useState(atFirst)
  const sendAgain = async () => setLeft(await addPhotos.mutateAsync({ id: deviceReturn.id, photos: left }))
  if (left.length === 0) return null
  return (
    <Alert
      severity="warning"
      action={
        <ActionButton size="small" loading={addPhotos.isPending} label={t('photos.again')} onClick={() => void sendAgain()} />
      }
    >
      {t('photos.left', { count: left.length })}
    </Alert>
  )
}

/** Number of the parcel as QR code and text, with a copy button. */
function ParcelNumber({ number }: { number: string }) {
  const { t } = useTranslation('returns')
  const copy = useCopy(t('copied'))
  return (
    <Stack gap={1} align="center">
      <QrImage text={number} size={168} />
      <Row gap={0.5}>
        <Typography
          component="p"
          sx={{ fontSize: 20, fontWeight: 600, fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' }}
        >
          {number}
        </Typography>
        <TooltipIconButton label={t('copy')} icon={Copy} onClick={() => copy(number)} />
      </Row>
      <Hint>{t('next')}</Hint>
    </Stack>
  )
}

function CancelDialog({
  deviceReturn,
  onCancelled,
  onClose,
}: {
  deviceReturn: Return
  onCancelled: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('returns')
  const notify = useNotify()
  const cancel = useReturnChange(changes.cancel)
  const { number } = deviceReturn
  const cancelNow = () =>
    cancel.mutate(deviceReturn.id, {
      onSuccess: () => {
        notify.success(t('cancel.done', { number }))
        onCancelled()
      },
      onError: (error) => {
        onClose()
        notify.failure(error)
      },
    })
  return (
    <AskDialog
      isAlert
      icon={PackageX}
      tone="error"
      title={t('cancel.title', { number })}
      onClose={onClose}
      act={{ label: t('cancel.label'), onAct: cancelNow, isPending: cancel.isPending, isDanger: true }}
      keepLabel={t('cancel.keep')}
    >
      {t('cancel.text')}
    </AskDialog>
  )
}

/** Parcel label on an A6 page: number as code and text, content and sender. */
function ReturnLabel({ deviceReturn }: { deviceReturn: Return }) {
  const { t } = useTranslation('returns')
  const { number, imei, device_model: model, ship_from: from } = deviceReturn
  return (
    <PrintSheet id="return-label" pageSize="105mm 148mm">
      <Box
        sx={{ display: 'grid', alignContent: 'start', gap: '5mm', width: '105mm', height: '147.9mm', p: '8mm', fontSize: '10pt' }}
      >
        <Box sx={{ fontSize: '11pt', fontWeight: 600 }}>{t('label.title')}</Box>
        <Box sx={{ display: 'grid', justifyItems: 'center', gap: '2mm' }}>
          <QrImage text={number} size="52mm" />
          <Box sx={{ fontSize: '17pt', fontWeight: 700, fontVariantNumeric: 'tabular-nums' }}>{number}</Box>
        </Box>
        <Box sx={{ lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          <Text tabular>{joined([`IMEI ${formatImei(imei)}`, model])}</Text>
          <div>{t(`reasons.${deviceReturn.reason}`)}</div>
          {deviceReturn.replacement_wanted && <Text weight="strong">{t('replacementWanted')}</Text>}
        </Box>
        <Box sx={{ borderTop: '0.3mm solid #000', pt: '3mm', lineHeight: 1.4, overflowWrap: 'anywhere' }}>
          <Box sx={{ fontSize: '8pt' }}>{t('shipFrom.title')}</Box>
          <Text weight="strong">{from.name}</Text>
          <div>{from.address}</div>
          <div>
            {from.postcode} {from.city}
          </div>
          <div>{from.country}</div>
        </Box>
      </Box>
    </PrintSheet>
  )
}
