import { fill, line, mirrored, type Shape, sheen } from './shape.ts'

/* A drawer of drawings, of things that stand outside: long, because each is nothing but its lines. */

const tent: Shape = {
  foot: 770,
  width: 760,
  draw: ({ deep, accent, light }) =>
    [
      line('M160 770L118 790M840 770L886 792M500 300L500 268', deep, 7),
      fill('M500 290C420 470 270 660 140 772H860C730 660 580 470 500 290Z', 'url(#body)'),
      fill('M500 290C430 480 330 660 268 772H500Z', 'url(#top)', 'opacity=".55"'),
      fill('M500 370C470 520 420 660 380 772H620C580 660 530 520 500 370Z', 'url(#side)'),
      fill('M500 420C520 540 548 660 582 772H500Z', deep, 'opacity=".55"'),
      fill('M500 372C466 520 410 676 352 772H398C440 680 482 540 500 420Z', 'url(#accent)'),
      line('M500 290C420 470 270 660 140 772M500 290C580 470 730 660 860 772', light, 5, 'opacity=".8"'),
      line('M500 420V772', accent, 5),
    ].join(''),
}

const tarp: Shape = {
  foot: 780,
  width: 760,
  draw: ({ deep, light }) =>
    [
      line('M262 402V780M738 402V780', 'url(#wood)', 14),
      line('M262 402L96 772M738 402L904 772', deep, 4),
      fill('M180 470Q500 250 820 470L700 560Q500 436 300 560Z', 'url(#body)'),
      fill('M180 470Q500 250 820 470L790 492Q500 306 210 492Z', light, 'opacity=".55"'),
      line('M300 560Q500 436 700 560', deep, 4, 'opacity=".6"'),
      fill('M360 780L404 700H596L640 780Z', 'url(#wood)'),
      line('M404 700H596', '#8a6340', 8),
    ].join(''),
}

const sleepingBag: Shape = {
  foot: 770,
  width: 620,
  draw: ({ deep, light }) =>
    [
      fill(
        'M300 560a210 210 0 0 1 0 0C300 460 370 400 500 400S700 460 700 560V690C700 744 620 772 500 772S300 744 300 690Z',
        'url(#body)',
      ),
      fill('M300 560C300 460 370 400 500 400S700 460 700 560C700 612 610 640 500 640S300 612 300 560Z', 'url(#top)'),
      line(
        'M400 440C360 500 372 560 420 600C480 648 590 628 612 560C630 500 570 452 510 462C452 474 440 536 482 566C512 588 556 572 556 540',
        deep,
        9,
        'opacity=".55"',
      ),
      line('M336 636V740M664 636V740', 'url(#accent)', 22),
      sheen('M318 600C322 560 330 540 346 520V730C328 720 318 706 318 690Z', 0.22),
      line('M300 560C300 612 390 640 500 640S700 612 700 560', light, 4, 'opacity=".6"'),
    ].join(''),
}

const mat: Shape = {
  foot: 760,
  width: 640,
  draw: ({ deep, light }) =>
    [
      fill('M290 500H720C770 500 800 560 800 630S770 760 720 760H290Z', 'url(#body)'),
      `<ellipse cx="290" cy="630" rx="78" ry="130" fill="url(#top)"/>`,
      line(
        'M290 560C258 560 240 592 240 630S262 702 292 702 340 668 340 630 318 576 294 580 264 606 264 632 278 676 294 676',
        deep,
        8,
        'opacity=".6"',
      ),
      ...[400, 470, 540, 610, 680].map((x) =>
        line(`M${x} 502C${x + 40} 560 ${x + 40} 700 ${x} 758`, deep, 4, 'opacity=".25"'),
      ),
      line('M440 500C484 560 484 700 440 760M650 500C694 560 694 700 650 760', 'url(#accent)', 24),
      line('M300 500H720', light, 5, 'opacity=".7"'),
    ].join(''),
}

const backpack: Shape = {
  foot: 790,
  width: 480,
  draw: ({ deep, light }) =>
    [
      line('M450 250C450 196 550 196 550 250', deep, 16),
      line('M318 420C252 470 250 640 300 720M682 420C748 470 750 640 700 720', deep, 22),
      fill(
        'M330 380C330 280 400 236 500 236S670 280 670 380L694 700C698 764 640 792 500 792S302 764 306 700Z',
        'url(#body)',
      ),
      fill('M330 396C330 280 400 236 500 236S670 280 670 396C640 444 360 444 330 396Z', 'url(#top)'),
      line('M330 396C360 444 640 444 670 396', deep, 6, 'opacity=".6"'),
      fill(
        'M366 560C366 528 388 512 420 512H580C612 512 634 528 634 560V690C634 726 600 744 500 744S366 726 366 690Z',
        'url(#side)',
      ),
      line('M392 566H608', light, 5, 'opacity=".5"'),
      line('M420 300V500M580 300V500', 'url(#accent)', 16),
      `<rect x="406" y="446" width="28" height="34" rx="6" fill="url(#metal)"/><rect x="566" y="446" width="28" height="34" rx="6" fill="url(#metal)"/>`,
      sheen('M344 420C338 520 332 620 330 700C332 724 340 736 352 744C352 640 356 520 362 436Z', 0.2),
    ].join(''),
}

const stove: Shape = {
  foot: 780,
  width: 420,
  draw: ({ deep, accent }) =>
    [
      `<ellipse cx="500" cy="420" rx="150" ry="70" fill="url(#warm)"/>`,
      fill(
        'M470 452C448 410 478 392 484 356C508 384 520 396 516 430C532 416 536 402 534 388C560 420 548 448 530 456Z',
        '#7ab8ff',
        'opacity=".85"',
      ),
      line('M352 440L420 470M648 440L580 470M352 440H318M648 440H682', 'url(#steel)', 18),
      fill('M404 456H596L574 500H426Z', 'url(#steel)'),
      `<rect x="470" y="498" width="60" height="54" rx="8" fill="url(#metal)"/>`,
      line('M530 524H640C660 524 664 544 648 552', accent, 14),
      fill(
        'M390 600C390 560 430 548 500 548S610 560 610 600V740C610 772 560 784 500 784S390 772 390 740Z',
        'url(#body)',
      ),
      fill('M390 640H610V700H390Z', 'url(#accent)'),
      sheen('M408 590C414 576 424 570 440 566V770C420 764 408 754 408 742Z', 0.28),
      line('M390 640H610M390 700H610', deep, 3, 'opacity=".4"'),
    ].join(''),
}

const lantern: Shape = {
  foot: 790,
  width: 380,
  draw: ({ deep }) =>
    [
      line('M372 372C330 180 670 180 628 372', deep, 11),
      fill('M410 340H590L622 392H378Z', 'url(#body)'),
      `<rect x="448" y="300" width="104" height="44" rx="12" fill="url(#side)"/>`,
      fill('M392 392H608C640 470 640 600 608 680H392C360 600 360 470 392 392Z', 'url(#glass)', 'opacity=".9"'),
      `<ellipse cx="500" cy="560" rx="150" ry="150" fill="url(#warm)"/>`,
      fill('M500 470C540 530 552 560 536 600C526 626 474 626 464 600C448 560 468 534 500 470Z', '#ffb347'),
      fill('M500 530C518 560 524 580 514 600C508 612 492 612 486 600C476 580 484 560 500 530Z', '#fff3cf'),
      line('M392 392C360 470 360 600 392 680M608 392C640 470 640 600 608 680M500 392V440', deep, 6, 'opacity=".55"'),
      fill('M372 680H628L652 760C652 782 348 782 348 760Z', 'url(#body)'),
      `<rect x="632" y="706" width="56" height="18" rx="9" fill="url(#accent)"/>`,
    ].join(''),
}

const headlamp: Shape = {
  foot: 740,
  width: 600,
  draw: ({ deep, light }) =>
    [
      line('M410 560C250 520 210 640 330 700C470 760 700 750 780 680C850 610 720 540 590 552', 'url(#body)', 52),
      line('M410 560C250 520 210 640 330 700C470 760 700 750 780 680C850 610 720 540 590 552', 'url(#accent)', 10),
      `<rect x="396" y="430" width="208" height="176" rx="46" fill="url(#side)"/>`,
      `<circle cx="500" cy="518" r="70" fill="url(#metal)"/><circle cx="500" cy="518" r="54" fill="#fff6d8"/><circle cx="500" cy="518" r="120" fill="url(#warm)" opacity=".7"/>`,
      `<circle cx="500" cy="518" r="20" fill="#ffffff"/>`,
      line('M420 452C440 440 560 440 580 452', light, 5, 'opacity=".7"'),
      `<rect x="470" y="412" width="60" height="22" rx="8" fill="${deep}"/>`,
    ].join(''),
}

const bottle: Shape = {
  foot: 800,
  width: 300,
  draw: ({ light }) =>
    [
      `<rect x="440" y="196" width="120" height="86" rx="20" fill="url(#accent)"/>`,
      line('M446 224H554M446 250H554', '#000000', 4, 'opacity=".16"'),
      `<rect x="452" y="282" width="96" height="30" fill="url(#steel)"/>`,
      fill(
        'M452 312H548C600 340 622 372 622 430V740C622 784 580 804 500 804S378 784 378 740V430C378 372 400 340 452 312Z',
        'url(#body)',
      ),
      sheen('M398 440C398 392 410 366 436 344V786C410 776 398 762 398 740Z', 0.3),
      line('M378 690C420 706 580 706 622 690', light, 4, 'opacity=".45"'),
      fill('M476 560L500 516L524 560L512 560L530 596H470L488 560Z', light, 'opacity=".75"'),
    ].join(''),
}

const mug: Shape = {
  foot: 760,
  width: 420,
  draw: ({ deep, light }) =>
    [
      line('M640 480C756 470 756 650 636 650', 'url(#side)', 34),
      fill('M350 410H650L632 700C628 744 590 764 500 764S372 744 368 700Z', 'url(#body)'),
      `<ellipse cx="500" cy="410" rx="150" ry="38" fill="${deep}"/><ellipse cx="500" cy="418" rx="130" ry="28" fill="#4a3122"/>`,
      `<ellipse cx="500" cy="410" rx="150" ry="38" fill="none" stroke="${light}" stroke-width="9"/>`,
      sheen('M372 450L388 702C390 722 398 734 412 744L398 452Z', 0.32),
      line(
        'M452 360C436 330 470 310 454 276M510 354C494 320 530 302 512 262M562 362C548 334 578 314 564 286',
        '#ffffff',
        8,
        'opacity=".55"',
      ),
    ].join(''),
}

const hammock: Shape = {
  foot: 800,
  width: 700,
  draw: ({ deep, light }) =>
    [
      line('M170 200V800M830 200V800', 'url(#wood)', 34),
      line('M186 372L300 470M814 372L700 470', deep, 7),
      fill('M288 458C380 720 620 720 712 458C640 560 360 560 288 458Z', 'url(#side)'),
      fill('M288 458C360 690 640 690 712 458C690 640 590 722 500 722S310 640 288 458Z', 'url(#body)'),
      line('M320 548C400 690 600 690 680 548', 'url(#accent)', 16),
      line('M306 510C390 650 610 650 694 510', light, 5, 'opacity=".6"'),
      line('M288 458C360 560 640 560 712 458', deep, 6, 'opacity=".55"'),
    ].join(''),
}

const chair: Shape = {
  foot: 800,
  width: 520,
  draw: ({ deep, light }) =>
    [
      line('M330 300L640 800M670 300L360 800', 'url(#steel)', 18),
      line('M320 562L700 558', '#8b949c', 16),
      fill('M318 286C400 312 600 312 682 286L664 560C600 596 400 596 336 560Z', 'url(#body)'),
      fill('M336 548C400 590 600 590 664 548L692 622C600 668 400 668 308 622Z', 'url(#top)'),
      line('M336 556C400 592 600 592 664 556', deep, 6, 'opacity=".5"'),
      line('M286 502L372 498M628 498L714 502', '#b98c5f', 26),
      line('M330 310C410 334 590 334 670 310', light, 5, 'opacity=".6"'),
      fill('M440 400H560V470H440Z', 'url(#side)', 'opacity=".7"'),
    ].join(''),
}

const cooler: Shape = {
  foot: 790,
  width: 600,
  draw: ({ deep, light }) =>
    [
      line('M330 420C330 280 670 280 670 420', 'url(#steel)', 22),
      fill('M250 460H750L726 744C724 776 700 790 670 790H330C300 790 276 776 274 744Z', 'url(#body)'),
      fill('M236 396C236 376 250 366 270 366H730C750 366 764 376 764 396V466H236Z', 'url(#top)'),
      line('M244 466H756', deep, 6, 'opacity=".5"'),
      `<rect x="458" y="440" width="84" height="72" rx="14" fill="url(#accent)"/>`,
      fill('M330 560H670V690H330Z', light, 'opacity=".22"'),
      sheen('M268 486L290 742C292 760 300 770 312 774L292 486Z', 0.26),
    ].join(''),
}

const rope: Shape = {
  foot: 770,
  width: 520,
  draw: ({ deep, light }) =>
    [
      ...[0, 1, 2, 3, 4].map(
        (ring) =>
          `<ellipse cx="500" cy="${700 - ring * 62}" rx="${236 - ring * 6}" ry="${78 - ring * 2}" fill="none" stroke="${ring % 2 === 0 ? 'url(#body)' : 'url(#side)'}" stroke-width="58"/>
         <ellipse cx="500" cy="${692 - ring * 62}" rx="${236 - ring * 6}" ry="${78 - ring * 2}" fill="none" stroke="${light}" stroke-width="5" stroke-dasharray="26 20" opacity=".6"/>`,
      ),
      line('M690 470C780 400 760 330 690 330C640 330 640 400 690 402', deep, 22),
      line('M690 470C780 400 760 330 690 330C640 330 640 400 690 402', 'url(#accent)', 16),
    ].join(''),
}

const axe: Shape = {
  foot: 780,
  width: 520,
  draw: ({ light }) =>
    [
      `<g transform="rotate(38 500 500)">`,
      fill(
        'M478 250C470 420 474 600 462 760C460 792 484 806 504 806S540 790 536 760C524 600 530 420 522 250Z',
        'url(#wood)',
      ),
      line('M492 300C488 440 490 600 484 740', '#f0d3ae', 5, 'opacity=".7"'),
      fill(
        'M440 236H548C580 236 596 220 640 196C660 270 660 330 640 404C596 380 580 364 548 364H440C426 330 426 270 440 236Z',
        'url(#steel)',
      ),
      fill(
        'M604 214C622 204 630 200 640 196C660 270 660 330 640 404C630 400 622 396 604 386C616 330 616 270 604 214Z',
        '#eef1f4',
      ),
      fill('M440 236H548V364H440C426 330 426 270 440 236Z', 'url(#body)', 'opacity=".55"'),
      line('M462 700H538M462 720H538', 'url(#accent)', 8),
      line('M448 252H540', light, 5, 'opacity=".6"'),
      '</g>',
    ].join(''),
}

const torchBoot: Shape = {
  foot: 790,
  width: 520,
  draw: ({ deep, light, accent }) =>
    [
      fill(
        'M376 240C420 222 520 222 560 240L572 520C640 560 744 580 752 668V720H330C318 600 372 420 376 240Z',
        'url(#body)',
      ),
      fill('M330 720H756C770 720 774 736 770 756C766 782 744 790 720 790H350C322 790 318 760 322 740Z', 'url(#side)'),
      line('M330 724H756', light, 6, 'opacity=".6"'),
      fill('M376 240C420 222 520 222 560 240L562 300C520 284 420 284 374 300Z', 'url(#accent)'),
      line('M470 380L560 366M470 440L564 424M474 500L572 486', accent, 9),
      line('M572 520C600 540 612 600 600 640', deep, 6, 'opacity=".5"'),
      sheen('M388 312C384 440 352 560 346 690H376C380 560 408 440 412 304Z', 0.2),
    ].join(''),
}

const poles: Shape = {
  foot: 820,
  width: 420,
  draw: ({ light }) =>
    [
      mirrored(
        [
          line('M400 300L470 820', 'url(#steel)', 16),
          line('M400 300L436 560', 'url(#body)', 24),
          fill('M372 196C372 170 410 166 416 192L430 300C430 324 388 328 384 302Z', 'url(#accent)'),
          line('M384 306C340 330 350 390 398 372', light, 8),
          `<ellipse cx="462" cy="764" rx="40" ry="14" fill="url(#side)"/>`,
        ].join(''),
      ),
    ].join(''),
}

export const outdoorShapes = {
  tent,
  tarp,
  sleepingBag,
  mat,
  backpack,
  stove,
  lantern,
  headlamp,
  bottle,
  mug,
  hammock,
  chair,
  cooler,
  rope,
  axe,
  boot: torchBoot,
  poles,
} satisfies Record<string, Shape>
