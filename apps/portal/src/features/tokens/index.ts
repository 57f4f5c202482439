export { CreateToken } from './components/create-token.js'
export { TokenTable } from './components/token-table.js'
