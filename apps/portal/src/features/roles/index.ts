export { RoleMatrix } from './components/role-matrix.js'
