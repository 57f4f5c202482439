import { Row } from '../../../components/layout/layout.js'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import { CircleAlert, CircleCheck, PackagePlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { vars } from '../../../theme/components/vars.js'
import { Text } from '../../../components/layout/text.js'

interface SaveBarProps {
  /** Number of fields that are wrong or empty. */
  missing: number
  /** Message about the first of these fields. */
  first?: string
  /** True if the messages are already shown at the fields. */
  isTold: boolean
  isSaving: boolean
  onFirst: () => void
  onReset: () => void
  onSave: () => void
  onSaveNext: () => void
}

const Bar = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  margin: theme.spacing(0, -2, -3),
  padding: theme.spacing(1.5, 2),
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1.5),
  borderTop: `1px solid ${vars(theme).divider}`,
  backgroundColor: vars(theme).background.paper,
  [theme.breakpoints.up('md')]: { marginInline: theme.spacing(-4), paddingInline: theme.spacing(4) },
}))

/** Bar with the missing fields and the save buttons. It stays in view. */
export function SaveBar({ missing, first, isTold, isSaving, onFirst, onReset, onSave, onSaveNext }: SaveBarProps) {
  const { t } = useTranslation('install')
  const isWrong = isTold && missing > 0
  const Icon = missing > 0 ? CircleAlert : CircleCheck
  return (
    <Bar>
      <Row wrap grow={220} role="status">
        <Box sx={{ display: 'grid', color: isWrong ? 'error.main' : missing > 0 ? 'text.secondary' : 'success.main' }}>
          <Icon size={18} />
        </Box>
        {isWrong && (
          <Text component="p" size="dense" tone="missing" weight="strong">
            {t('bar.fillAll')}
          </Text>
        )}
        <Typography variant="body2" color="textSecondary">
          {missing > 0 ? t(isTold ? 'bar.attention' : 'bar.missing', { count: missing }) : t('bar.ready')}
        </Typography>
        {!isTold && first !== undefined && (
          <Typography variant="body2" color="textTertiary">
            {first}
          </Typography>
        )}
        {isWrong && (
          <Link component="button" type="button" variant="body2" onClick={onFirst} sx={{ fontWeight: 600 }}>
            {t('bar.first')}
          </Link>
        )}
      </Row>
      <Box
        sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, justifyContent: 'flex-end', flex: { xs: '1 1 100%', sm: '0 1 auto' } }}
      >
        <Button variant="text" disabled={isSaving} onClick={onReset}>
          {t('bar.reset')}
        </Button>
        <Button disabled={isSaving} onClick={onSaveNext}>
          {t('bar.saveNext')}
        </Button>
        <Button variant="contained" loading={isSaving} startIcon={<PackagePlus />} onClick={onSave}>
          {t('bar.save')}
        </Button>
      </Box>
    </Bar>
  )
}
