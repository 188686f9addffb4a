/*
 * The languages that are offered, each with the regions that it is written in, with the script before where one region
 * writes two: those that the Unicode locale data describes.
 */
const languages =
  'af NA ZA|agq CM|ak GH|am ET|' +
  'ar AE BH DJ DZ EG EH ER IL IQ JO KM KW LB LY MA MR OM PS QA SA SD SO SS SY TD TN YE|as IN|asa TZ|ast ES|' +
  'az AZ Latn-AZ Cyrl-AZ|ba RU|bas CM|be BY|bem ZM|bez TZ|bg BG|bgc IN|bho IN|blo BJ|bm ML|bn BD IN|bo CN IN|' +
  'br FR|brx IN|bs BA Latn-BA Cyrl-BA|bua RU|ca AD ES FR IT|ccp BD IN|ce RU|ceb PH|cgg UG|chr US|ckb IQ IR|' +
  'cs CZ|csw CA|cv RU|cy GB|da DK GL|dav KE|de AT BE CH DE IT LI LU|dje NE|doi IN|dsb DE|dua CM|dyo SN|dz BT|' +
  'ebu KE|ee GH TG|el CY GR|' +
  'en AE AG AI AS AT AU BB BE BI BM BS BW BZ CA CC CH CK CM CX CY CZ DE DG DK DM EE ER ES FI FJ FK FM FR GB GD GE GG GH GI GM GS GU GY HK HU ID IE IL IM IN IO IT JE JM JP KE KI KN KY LC LR LS LT LV MG MH MO MP MS MT MU MV MW MY NA NF NG NL NO NR NU NZ PG PH PK PL PN PR PT PW RO RW SB SC SD SE SG SH SI SK SL SS SX SZ TC TK TO TT TV TZ UA UG UM US VC VG VI VU WS ZA ZM ZW|' +
  'eo|es AR BO BR BZ CL CO CR CU DO EA EC ES GQ GT HN IC MX NI PA PE PH PR PY SV US UY VE|et EE|eu ES|ewo CM|' +
  'fa AF IR|' +
  'ff BF CM GH GM GN GW LR MR NE NG SL SN Latn-BF Latn-CM Latn-GH Latn-GM Latn-GN Latn-GW Latn-LR Latn-MR Latn-NE Latn-NG Latn-SL Latn-SN Adlm-BF Adlm-CM Adlm-GH Adlm-GM Adlm-GN Adlm-GW Adlm-LR Adlm-MR Adlm-NE Adlm-NG Adlm-SL Adlm-SN|' +
  'fi FI|fil PH|fo DK FO|' +
  'fr BE BF BI BJ BL CA CD CF CG CH CI CM DJ DZ FR GA GF GN GP GQ HT KM LU MA MC MF MG ML MQ MR MU NC NE PF PM RE RW SC SN SY TD TG TN VU WF YT|' +
  'fur IT|fy NL|ga GB IE|gaa GH|gd GB|gl ES|gsw CH FR LI|gu IN|guz KE|gv IM|ha GH NE NG|haw US|he IL|' +
  'hi IN Latn-IN|hr BA HR|hsb DE|hu HU|hy AM|ia|id ID|ie EE|ig NG|ii CN|is IS|it CH IT SM VA|ja JP|jgo CM|' +
  'jmc TZ|jv ID|ka GE|kab DZ|kam KE|kde TZ|kea CV|kgp BR|khq ML|ki KE|kk CN KZ Cyrl-KZ Arab-CN|kkj CM|kl GL|' +
  'kln KE|km KH|kn IN|ko CN KP KR|kok IN Latn-IN Deva-IN|ks IN Arab-IN Deva-IN|ksb TZ|ksf CM|ksh DE|' +
  'ku IQ SY TR Latn-IQ Latn-SY Latn-TR|kw GB|kxv IN Latn-IN Deva-IN|ky KG|lag TZ|lb LU|lg UG|lij IT|lkt US|' +
  'lmo IT|ln AO CD CF CG|lo LA|lrc IQ IR|lt LT|lu CD|luo KE|luy KE|lv LV|mai IN|mas KE TZ|mer KE|mfe MU|mg MG|' +
  'mgh MZ|mgo CM|mi NZ|mk MK|ml IN|mn MN|mni IN Beng-IN|mr IN|ms BN ID MY SG|mt MT|mua CM|my MM|mzn IR|naq NA|' +
  'nb NO|nd ZW|nds DE NL|ne IN NP|nl AW BE BQ CW NL SR SX|nmg CM|nn NO|nnh CM|nqo GN|nso ZA|nus SS|nyn UG|' +
  'oc ES FR|om ET KE|or IN|os GE RU|pa IN PK Arab-PK Guru-IN|pcm NG|pl PL|pms IT|prg PL|ps AF PK|' +
  'pt AO BR CH CV GQ GW LU MO MZ PT ST TL|qu BO EC PE|raj IN|rm CH|rn BI|ro MD RO|rof TZ|ru BY KG KZ MD RU UA|' +
  'rw RW|rwk TZ|sa IN|sah RU|saq KE|sat IN Olck-IN|sbp TZ|sc IT|scn IT|sd IN PK Arab-PK Deva-IN|se FI NO SE|' +
  'seh MZ|ses ML|sg CF|shi MA Latn-MA Tfng-MA|shn MM TH|si LK|sk SK|sl SI|smn FI|sn ZW|so DJ ET KE SO|' +
  'sq AL MK XK|sr BA ME RS XK Latn-BA Latn-ME Latn-RS Latn-XK Cyrl-BA Cyrl-ME Cyrl-RS Cyrl-XK|st LS ZA|' +
  'su ID Latn-ID|sv AX FI SE|sw CD KE TZ UG|syr IQ SY|szl PL|ta IN LK MY SG|te IN|teo KE UG|tg TJ|th TH|' +
  'ti ER ET|tk TM|tn BW ZA|to TO|tok|tr CY TR|tt RU|twq NE|tyv RU|tzm MA|ug CN|uk UA|ur IN PK|' +
  'uz AF UZ Latn-UZ Cyrl-UZ Arab-AF|vai LR Latn-LR Vaii-LR|vec IT|vi VN|vmw MZ|vun TZ|wae CH|wo SN|xh ZA|xnr IN|' +
  'xog UG|yav CM|yi UA|yo BJ NG|yrl BR CO VE|yue CN HK MO Hans-CN Hant-CN Hant-HK Hant-MO|za CN|zgh MA|' +
  'zh CN HK MO MY SG TW Hans-CN Hans-HK Hans-MO Hans-MY Hans-SG Hant-HK Hant-MO Hant-MY Hant-TW|zu ZA'

/** `sv`, `sv-FI`, `sv-SE`, `zh-Hant-TW`. */
export const languageTags: readonly string[] = languages.split('|').flatMap((line) => {
  const [language = '', ...regions] = line.split(' ')
  return [language, ...regions.map((region) => `${language}-${region}`)]
})
