import { styled } from '@mui/material/styles'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { PrintSheet } from '../../../components/print-sheet.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Verification } from './verification-queries.js'

/** Content of the printed page, within its margins. */
const Sheet = styled('div')({
  fontSize: '11pt',
  lineHeight: 1.4,
  '& h1': { fontSize: '20pt', margin: '0 0 8mm' },
  '& h2': { fontSize: '14pt', margin: '8mm 0 3mm' },
  '& > p': { marginTop: '10mm', fontSize: '9pt' },
  '& dl': { display: 'grid', gridTemplateColumns: '60mm 1fr', rowGap: '2mm' },
  '& dd': { fontWeight: 600, fontVariantNumeric: 'tabular-nums' },
})

/** Certificate of an installation on one A4 page. Visible only in print. */
export function Certificate({ verification }: { verification: Verification }) {
  const { t } = useTranslation('verification')
  const format = useFormat()
  const clock = (at: string) => `${format.date(at)} ${format.clock(at)}`
  const { entity_name, frame_number, license_plate, imei, business_name, installed_at, installed_by, checks } = verification
  const facts: [string, string | null][] = [
    [t('certificate.vehicle'), entity_name],
    [t('certificate.frame'), frame_number],
    [t('certificate.plate'), license_plate],
    [t('certificate.imei'), formatImei(imei)],
    [t('certificate.business'), business_name],
    [t('certificate.installedAt'), clock(installed_at)],
    [t('certificate.installedBy'), installed_by],
    [t('certificate.verifiedAt'), verification.verified_at && clock(verification.verified_at)],
  ]
  const proofs = checks.map((check): [string, string] => [
    t(`checks.${check.name}`),
    check.passed_at ? `${t('states.passed')} · ${clock(check.passed_at)}` : t('states.unreported'),
  ])
  return (
    <PrintSheet id="installation-certificate" pageSize="A4" margin="20mm">
      <Sheet>
        <h1>{t('certificate.title')}</h1>
        <Lines lines={facts.flatMap(([label, value]) => (value ? [[label, value]] : []))} />
        <h2>{t('title')}</h2>
        <Lines lines={proofs} />
        <p>{t('certificate.zone', { zone: format.timeZone })}</p>
      </Sheet>
    </PrintSheet>
  )
}

const Lines = ({ lines }: { lines: readonly (readonly [string, string])[] }) => (
  <dl>
    {lines.map(([label, value]) => (
      <Fragment key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </Fragment>
    ))}
  </dl>
)
