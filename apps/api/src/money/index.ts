export { digitsOf, inMajorUnits } from './money.js'
