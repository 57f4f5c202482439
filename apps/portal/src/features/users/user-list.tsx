import { Users } from 'lucide-react'
import { DateTime } from '../../components/time/time.js'
import { defineList, listOf } from '../../table/index.js'
import { BusinessCell, ContactCell, NameCell, RoleChip, SeenCell } from './components/user-cells.js'
import type { UserView } from './user.js'

/** The API's names of the views. */
const STATUS_OF = { active: 'active', deleted: 'deleted', never: 'never-signed-in' } as const satisfies Record<UserView, string>

/** Returns the source of the users of a view. */
export const usersIn = (view: UserView) =>
  listOf('/api/v1/users', {
    key: ['users', view],
    nameOf: ({ name }) => name,
    query: { status: STATUS_OF[view] },
    csv: { fileName: 'users.csv' },
  })

/** List of users. Which roles the filter offers depends on the rights of the signed-in user. */
export const users = defineList({
  texts: 'users',
  source: usersIn('active'),
  icon: Users,
  sort: 'name',
  columns: {
    name: { render: (user) => <NameCell user={user} /> },
    city: {},
    phone: { onCard: 'meta', render: (user) => <ContactCell user={user} kind="phone" /> },
    email: { onCard: 'meta', render: (user) => <ContactCell user={user} kind="email" /> },
    sub_vendor_name: { onCard: 'meta', render: (user) => <BusinessCell user={user} /> },
    role: { onCard: 'state', render: (user) => <RoleChip user={user} /> },
    last_seen_at: { onCard: 'meta', render: (user) => <SeenCell user={user} /> },
    business_name: { isOptional: true },
    created_at: { isOptional: true, render: ({ created_at }) => <DateTime at={created_at} /> },
  },
  filters: {
    sub_vendor_name: { key: 'business_name', kind: 'text' },
    city: 'text',
    last_seen_at: 'period',
    created_at: 'period',
  },
})
