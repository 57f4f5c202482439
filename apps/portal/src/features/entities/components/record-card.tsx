import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import { Pencil } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Text } from '../../../components/layout/index.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'

interface RecordCardProps {
  title: string
  /** Absent if the user is not allowed to change the content of the card. */
  onEdit?: () => void
  children: ReactNode
}

/** One section of a vehicle's record. */
export function RecordCard({ title, onEdit, children }: RecordCardProps) {
  const { t } = useTranslation('entities')
  const id = useId()
  return (
    <Paper component="section" aria-labelledby={id} sx={{ p: 2, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, mb: 1.5, minHeight: 28 }}>
        <Text component="h2" size="heading" grow id={id}>
          {title}
        </Text>
        {onEdit && <TooltipIconButton label={t('page.editCard', { card: title })} icon={Pencil} iconSize={15} onClick={onEdit} />}
      </Box>
      {children}
    </Paper>
  )
}
