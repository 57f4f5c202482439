export { UsersScreen } from './components/users-screen.js'
export { userCountsQuery } from './queries/user-queries.js'
export { useUsersAddress } from './use-users-address.js'
export { USER_VIEWS } from './user.js'
