import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { SCREEN_PERMISSIONS, WRITE_PERMISSIONS } from '@roadbook/contracts/permissions'
import { Eye } from 'lucide-react'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Text, Detail } from '../../../components/layout/index.js'
import { RefusableCheckbox } from '../../../components/refusable-checkbox.js'
import { TooltipIconButton } from '../../../components/tooltip-icon-button.js'
import { WideTable } from '../../../components/wide-table/wide-table.js'
import { counted } from '../../../lib/format/numbers.js'
import type { Role } from '../../../lib/roles/roles-query.js'
import { usePermissionWords } from '../../../lib/roles/use-permission-words.js'
import { holds, type RoleDraft } from '../role-draft.js'

interface MatrixTableProps {
  roles: readonly Role[]
  draft: RoleDraft
  /** Returns the reason why a role cannot be changed. The role's boxes stay visible and show the reason. */
  refusalOf: (role: Role) => string | undefined
  onToggle: (role: Role, permission: string) => void
  onView: (role: Role) => void
}

const GROUPS = [
  { kind: 'screen', permissions: SCREEN_PERMISSIONS },
  { kind: 'write', permissions: WRITE_PERMISSIONS },
] as const
const FIRST = { position: 'sticky', left: 0, zIndex: 1, bgcolor: 'background.paper', minWidth: { xs: 152, md: 280 } } as const

/** Table with permissions as rows and roles as columns. Changed cells are marked. */
export function MatrixTable({ roles, draft, refusalOf, onToggle, onView }: MatrixTableProps) {
  const { t } = useTranslation('roles')
  const words = usePermissionWords()
  return (
    <WideTable>
      <Table stickyHeader aria-label={t('matrix')}>
        <TableHead>
          <TableRow>
            <TableCell sx={{ ...FIRST, zIndex: 3 }}>{t('permission')}</TableCell>
            {roles.map((role) => (
              <RoleHead key={role.id} role={role} onView={onView} />
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {GROUPS.map(({ kind, permissions }) => (
            <Fragment key={kind}>
              <TableRow>
                <TableCell
                  component="th"
                  scope="colgroup"
                  colSpan={roles.length + 1}
                  sx={{ bgcolor: 'surface.subtle', fontSize: 11, fontWeight: 600, color: 'text.secondary', height: 32, py: 0 }}
                >
                  {t(`kinds.${kind}`)}
                </TableCell>
              </TableRow>
              {permissions.map((permission) => (
                <TableRow key={permission}>
                  <TableCell component="th" scope="row" sx={{ ...FIRST, whiteSpace: 'normal', lineHeight: '18px', py: 0.5 }}>
                    {words(permission)}
                    <Detail component="code">{permission}</Detail>
                  </TableCell>
                  {roles.map((role) => renderCell(role, permission))}
                </TableRow>
              ))}
            </Fragment>
          ))}
        </TableBody>
      </Table>
    </WideTable>
  )

  function renderCell(role: Role, permission: string) {
    const isHeld = holds(draft, role, permission)
    const isChanged = isHeld !== role.permissions.includes(permission)
    return (
      <TableCell key={role.id} align="center" padding="none" sx={isChanged ? { bgcolor: 'surface.selected' } : undefined}>
        <RefusableCheckbox
          label={t('cell', { role: role.name, permission: words(permission) })}
          isChecked={isHeld}
          refusal={refusalOf(role)}
          onToggle={() => onToggle(role, permission)}
        />
      </TableCell>
    )
  }
}

function RoleHead({ role, onView }: { role: Role; onView: (role: Role) => void }) {
  const { t } = useTranslation('roles')
  return (
    <TableCell align="center" scope="col" sx={{ minWidth: 104, py: 1 }}>
      <Text size="dense" tone="primary" weight="strong">
        {role.name}
      </Text>
      <div>{t('users', counted(role.users))}</div>
      {role.can_assign && <TooltipIconButton label={t('viewAs', { role: role.name })} icon={Eye} onClick={() => onView(role)} />}
    </TableCell>
  )
}
