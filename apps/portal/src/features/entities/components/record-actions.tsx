import Box from '@mui/material/Box'
import { Pencil } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ActionButton } from '../../../components/action-button.js'
import { type RowAction, RowMenu } from '../../../table/index.js'
import type { Entity } from '../entity.js'

interface RecordActionsProps {
  entity: Entity
  /** Suggested next action. */
  primary: RowAction | undefined
  actions: readonly RowAction[]
  /** Places the actions in a fixed bar at the bottom, for phones. */
  isBar?: boolean
}

const BAR = {
  position: 'sticky',
  zIndex: 2,
  bottom: 0,
  mx: -2,
  px: 2,
  py: 1,
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
  order: 9,
  '& .MuiButton-root': { flex: 1, minHeight: 44 },
} as const

/** Shows a vehicle's actions: the suggested one, editing, and all others in a menu. */
export function RecordActions({ entity, primary, actions, isBar = false }: RecordActionsProps) {
  const { t } = useTranslation('entities')
  const edit = actions.find(({ icon }) => icon === Pencil)
  return (
    <Box
      role="group"
      aria-label={t('page.actions')}
      sx={[{ display: 'flex', flexWrap: isBar ? 'nowrap' : 'wrap', alignItems: 'center', gap: 1 }, isBar && BAR]}
    >
      {edit && (
        <ActionButton
          variant={primary ? 'outlined' : 'contained'}
          disabledBecause={edit.disabledBecause}
          icon={Pencil}
          label={edit.label}
          onClick={edit.onAct}
        />
      )}
      {primary && (
        <ActionButton variant="contained" disabledBecause={primary.disabledBecause} icon={primary.icon} onClick={primary.onAct}>
          {primary.label}
        </ActionButton>
      )}
      <RowMenu name={entity.name} actions={actions} />
    </Box>
  )
}
