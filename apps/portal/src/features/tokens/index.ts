export { CreateToken } from './components/create-token.js'
export { TokenTable } from './token-table.js'
