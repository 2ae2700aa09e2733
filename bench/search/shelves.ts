/** What the products are, as a shopper would sort them: the types that judgements speak of. */
import { all, any, branded, fits, named, not, shelved } from './judgements.ts';

const inPhones = shelved(
  /^(All Cell Phones with Plans|Prepaid Phones|Unlocked Cell Phones|Refurbished Phones|iPhone)$/,
);
/** Some phones stand on no shelf below the department's. */
const onlyInDepartment = all(
  ({ categories }) => categories.length === 1,
  named(/cell phone|iphone/i),
);
export const phones = any(inPhones, onlyInDepartment);
export const iPhones = all(phones, named(/iphone/i));
export const unlockedPhones = all(phones, any(named(/unlocked/i), shelved(/^Unlocked/)));
export const prepaidPhones = all(phones, any(named(/prepaid/i), shelved(/^Prepaid Phones$/)));
export const refurbishedPhones = all(
  phones,
  any(named(/refurbished|pre-owned/i), shelved(/^Refurbished/)),
);

export const cases = any(
  all(
    shelved(/Cases/),
    named(
      /\b(case|cover|shell|folio|bumper|wallet|sleeve|clutch|wristlet|pouch|skin)s?\b|fabshell|^lifeproof - fre/i,
    ),
  ),
  // Some stand on the shelf above.
  named(/\b(case|back cover)\b.* for .*(iphone|galaxy|phones)\b/i),
);
export const batteryCases = all(
  cases,
  named(/battery|juice ?pack|power case|charging case|fre power/i),
);
export const walletCases = all(cases, named(/wallet|folio|credit card|card case|stowaway/i));
export const flipCovers = all(cases, named(/flip|folio/i));
export const waterproofCases = all(
  cases,
  any(named(/water ?proof/i), ({ description }) => /water ?proof/i.test(description)),
);
export const leatherCases = all(cases, named(/leather/i));

export const screenProtectors = any(
  named(/screen protector|protective film/i),
  all(named(/invisible ?shield|glass/i), shelved(/Screen Protectors|Smartwatch Accessories/)),
);
export const armbands = named(/\barm ?band/i);
export const holsters = named(/holster/i);

const organisers = named(/clips?\b|organizer|cableyoyo|cabledrop/i);
export const cables = all(
  named(/\bcables?\b/i),
  not(organisers),
  not(named(/car charger|vehicle/i)),
);
export const lightningCables = all(cables, named(/lightning/i));
export const microUsbCables = all(cables, named(/micro[ -]?usb/i));
export const typeCCables = all(cables, named(/type[ -]c|usb-c\b/i));
export const audioCables = all(cables, named(/audio|3\.5 ?mm/i));
export const adapters = named(/\badapters?\b/i);

const charging = named(
  /\bchargers?\b|charging (station|stand|dock|mat|pad|desktop mount|vehicle mount)|power adapter|power bank/i,
);
export const chargers = all(charging, not(cases));
export const carChargers = all(
  chargers,
  any(named(/(vehicle|car)\b.*charger/i), shelved(/^Car Chargers$/)),
);
export const wallChargers = all(
  named(/wall charger|wallflower|power adapter|ac adapter/i),
  not(named(/vehicle/i)),
  not(cases),
);
export const wirelessChargers = all(
  not(cases),
  any(
    named(/wireless charg(er|ing)|qi /i),
    all(shelved(/^Wireless Chargers$/), named(/charg/i), not(named(/receiver/i))),
  ),
);
export const powerBanks = all(
  not(cases),
  named(
    /portable (charger|power)|power ?bank|external battery|powerstation|power pack|power reserve|pocket ?juice|battery pack/i,
  ),
  not(named(/case|dock/i)),
);
export const phoneBatteries = any(
  shelved(/^Internal Batteries$/),
  all(named(/lithium.*batter/i), not(cases)),
);
export const docks = all(named(/\bdock\b|charging (stand|station)|base station/i), not(cases));

export const bluetoothHeadsets = all(
  any(shelved(/^Bluetooth Headsets$/), named(/bluetooth headset/i), shelved(/Cell Phone Headsets/)),
  not(named(/^\S+ - charging and carrying case/i)),
);
export const vrHeadsets = all(named(/virtual reality|\bVR\b/i), not(named(/controller - /i)));
export const headsets = any(bluetoothHeadsets, vrHeadsets, named(/\bheadset\b/i));
export const microphones = named(/microphone/i);
export const selfieSticks = named(/selfie[ -]?stick/i);
export const tripods = named(/tripod|gorillapod/i);
export const lenses = all(named(/\blens(es)?\b/i), not(named(/carrying case|care kit/i)));
export const carMounts = all(
  any(
    named(/\b(vehicle|car|dash\w*|vent|windshield)\b.*(mount|holder|kit)/i),
    named(/(mount|holder).*\b(vehicle|car|dash|vent)\b/i),
    all(shelved(/^iPhone Car Mounts$/), named(/mount|holder/i)),
  ),
  not(cases),
);
export const popGrips = all(named(/grip/i), branded(/^popsockets?$/i));

export const simCards = all(
  named(/\bsim\b|activation kit/i),
  any(shelved(/^(SIM Cards|Prepaid Minutes)$/), named(/sim (card|kit)/i)),
);
export const prepaidCards = all(
  shelved(/^Prepaid Minutes$/),
  named(/card|refill|top-up|airtime|minute/i),
  not(named(/sim (card|kit)|activation kit/i)),
);
export const hotspots = any(shelved(/Hotspots?$|^Mobile Broadband$/), named(/hotspot/i));
export const signalBoosters = any(named(/signal booster/i), shelved(/^Cell Phone Add-Ons$/));
export const antennas = named(/antenna/i);
export const trackers = all(
  any(named(/track(er|ing)|trackr/i), branded(/^tile$/i)),
  not(named(/skins|wristband/i)),
);
export const watchBands = any(
  shelved(/^Smartwatch Bands$/),
  named(/(watch|wrist|replacement|wrap) (band|strap)/i),
);
export const appleWatchBands = all(watchBands, named(/apple watch/i));

export const iPhone5s = fits('iphone', '5s');
export const iPhone6 = fits('iphone', '6');
export const iPhone6s = fits('iphone', '6s');
export const iPhone6Plus = named(/iphone[^-]*\b6 ?plus/i);
export const iPhone6sPlus = named(/iphone[^-]*\b6s ?plus/i);
export const iPhone7 = fits('iphone', '7');
export const iPhone7Plus = named(/iphone[^-]*\b7 ?plus/i);
export const iPhoneSE = named(/iphone[^-]*\bSE\b/i);
export const galaxyS6 = fits('galaxy', 'S 6');
export const galaxyS7 = fits('galaxy', 'S 7');
export const galaxyS6Edge = named(/galaxy[^-]*\bS ?6 edge(?! ?(plus|\+))/i);
export const galaxyS7Edge = named(/galaxy[^-]*\bS ?7 edge/i);
export const galaxyNote5 = fits('galaxy', 'note 5');
