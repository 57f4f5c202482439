import Box from '@mui/material/Box'
import GlobalStyles from '@mui/material/GlobalStyles'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/text.js'
import { formatImei } from '../../../lib/format/numbers.js'
import { useFormat } from '../../../lib/format/use-format.js'
import type { Verification } from './verification-queries.js'

const SHEET_ID = 'installation-certificate'

const ONLY_SHEET = (
  <GlobalStyles
    styles={{
      [`#${SHEET_ID}`]: { display: 'none' },
      '@page': { size: 'A4', margin: '20mm' },
      '@media print': {
        [`body > *:not(#${SHEET_ID})`]: { display: 'none !important' },
        [`#${SHEET_ID}`]: { display: 'block', backgroundColor: '#fff', color: '#000', fontSize: '11pt', lineHeight: 1.4 },
      },
    }}
  />
)

/** The proof of an installation on one page of A4; on the screen it is not to be seen. */
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
  return createPortal(
    <div id={SHEET_ID} data-testid={SHEET_ID}>
      {ONLY_SHEET}
      <Box component="h1" sx={{ fontSize: '20pt', m: 0, mb: '8mm' }}>
        {t('certificate.title')}
      </Box>
      <Lines lines={facts.flatMap(([label, value]) => (value ? [[label, value]] : []))} />
      <Box component="h2" sx={{ fontSize: '14pt', m: 0, mt: '8mm', mb: '3mm' }}>
        {t('title')}
      </Box>
      <Lines lines={proofs} />
      <Box component="p" sx={{ mt: '10mm', fontSize: '9pt' }}>
        {t('certificate.zone', { zone: format.timeZone })}
      </Box>
    </div>,
    document.body,
  )
}

const Lines = ({ lines }: { lines: readonly (readonly [string, string])[] }) => (
  <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '60mm 1fr', rowGap: '2mm' }}>
    {lines.map(([label, value]) => (
      <Box key={label} sx={{ display: 'contents' }}>
        <dt>{label}</dt>
        <Text component="dd" weight="strong" tabular>
          {value}
        </Text>
      </Box>
    ))}
  </Box>
)
