import account from './account.json'
import auth from './auth.json'
import common from './common.json'
import errors from './errors.json'
import format from './format.json'
import home from './home.json'
import map from './map.json'
import screens from './screens.json'
import shell from './shell.json'
import trips from './trips.json'

const texts = { account, auth, common, errors, format, home, map, screens, shell, trips }
export default texts
