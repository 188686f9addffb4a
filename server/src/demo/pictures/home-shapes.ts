import { fill, line, type Shape, sheen } from './shape.ts'

/* A drawer of drawings, of things that stand in the house: long, because each is nothing but its lines. */

const blanket: Shape = {
  foot: 770,
  width: 640,
  draw: ({ deep, light }) =>
    [
      fill(
        'M230 660C230 620 260 604 300 604H700C760 604 790 640 780 690C774 740 740 770 690 770H300C250 770 230 740 230 700Z',
        'url(#side)',
      ),
      fill(
        'M236 560C236 520 262 500 304 500H690C752 500 784 536 776 586C770 634 736 660 690 660H300C256 660 236 630 236 596Z',
        'url(#body)',
      ),
      fill(
        'M250 460C250 420 276 400 316 400H676C736 400 764 436 758 484C752 530 720 556 676 556H312C270 556 250 530 250 496Z',
        'url(#top)',
      ),
      line('M340 400C330 450 330 510 340 556M420 400C410 450 410 510 420 556', 'url(#accent)', 18),
      line('M330 500C320 550 320 610 330 660M414 500C404 550 404 610 414 660', 'url(#accent)', 18, 'opacity=".8"'),
      line('M758 470C720 520 760 560 730 556M776 580C740 630 780 660 740 660', deep, 5, 'opacity=".45"'),
      line('M300 414H676', light, 6, 'opacity=".7"'),
      ...[0, 1, 2, 3, 4, 5].map((n) => line(`M${246 + n * 2} ${618 + n * 24}H${206 + n * 4}`, deep, 5, 'opacity=".5"')),
    ].join(''),
}

const cushion: Shape = {
  foot: 770,
  width: 560,
  draw: ({ deep, light }) =>
    [
      fill(
        'M260 360C340 396 660 396 740 360C720 470 720 640 752 756C660 724 340 724 248 756C280 640 280 470 260 360Z',
        'url(#body)',
      ),
      fill(
        'M260 360C340 396 660 396 740 360C736 390 730 410 728 436C600 460 400 460 272 436C270 410 264 390 260 360Z',
        'url(#top)',
        'opacity=".7"',
      ),
      ...[470, 530, 590, 650].map((y, at) =>
        line(
          `M${282 - at} ${y}C400 ${y + 22} 600 ${y + 22} ${718 + at} ${y}`,
          at % 2 === 0 ? 'url(#accent)' : light,
          13,
          'opacity=".75"',
        ),
      ),
      line('M262 364C340 398 660 398 738 364M250 752C340 722 660 722 750 752', deep, 5, 'opacity=".35"'),
    ].join(''),
}

const lamp: Shape = {
  foot: 800,
  width: 400,
  draw: ({ light, deep }) =>
    [
      `<ellipse cx="500" cy="470" rx="320" ry="240" fill="url(#warm)" opacity=".6"/>`,
      `<rect x="488" y="440" width="24" height="330" rx="10" fill="url(#wood)"/>`,
      fill('M380 790C380 764 430 752 500 752S620 764 620 790C620 808 380 808 380 790Z', 'url(#side)'),
      fill('M400 230H600L690 470C600 496 400 496 310 470Z', 'url(#body)'),
      fill('M400 230H500V488C420 486 350 480 310 470Z', 'url(#top)', 'opacity=".6"'),
      `<ellipse cx="500" cy="472" rx="180" ry="20" fill="#fff1c9"/>`,
      line('M400 232H600', light, 8),
      line('M640 520V600', deep, 5),
      `<circle cx="640" cy="610" r="12" fill="url(#accent)"/>`,
    ].join(''),
}

const pendant: Shape = {
  foot: 880,
  width: 320,
  draw: ({ deep, light }) =>
    [
      line('M500 0V300', deep, 7),
      `<ellipse cx="500" cy="640" rx="340" ry="260" fill="url(#warm)" opacity=".65"/>`,
      `<rect x="470" y="290" width="60" height="60" rx="12" fill="url(#accent)"/>`,
      fill('M470 346H530C640 380 716 470 728 600H272C284 470 360 380 470 346Z', 'url(#body)'),
      sheen('M300 580C320 480 380 410 460 372C400 430 360 500 350 590Z', 0.28),
      `<ellipse cx="500" cy="600" rx="228" ry="30" fill="#fff3cf"/><ellipse cx="500" cy="600" rx="228" ry="30" fill="none" stroke="${light}" stroke-width="8"/>`,
      `<circle cx="500" cy="620" r="40" fill="#fffaf0"/>`,
    ].join(''),
}

const basket: Shape = {
  foot: 780,
  width: 580,
  draw: ({ deep, light }) =>
    [
      line('M330 470C330 260 670 260 670 470', 'url(#side)', 24),
      fill('M250 470H750L710 740C704 772 670 784 500 784S296 772 290 740Z', 'url(#body)'),
      ...[520, 580, 640, 700].map((y, at) =>
        line(`M${258 + at * 8} ${y}C400 ${y + 26} 600 ${y + 26} ${742 - at * 8} ${y}`, deep, 9, 'opacity=".32"'),
      ),
      ...[310, 370, 430, 500, 570, 630, 690].map((x) =>
        line(`M${x} 484L${500 + (x - 500) * 0.84} 776`, light, 8, 'opacity=".34" stroke-dasharray="34 26"'),
      ),
      `<ellipse cx="500" cy="470" rx="252" ry="46" fill="url(#side)"/><ellipse cx="500" cy="474" rx="222" ry="34" fill="${deep}" opacity=".75"/>`,
      line('M690 560H740M690 600H734', 'url(#accent)', 20),
    ].join(''),
}

const vase: Shape = {
  foot: 800,
  width: 360,
  draw: ({ light }) =>
    [
      line(
        'M500 420C490 320 470 260 430 190M506 420C520 300 560 250 600 210M500 420C498 300 500 240 508 160',
        '#6f8f63',
        8,
      ),
      ...[
        [430, 190, -30],
        [600, 210, 34],
        [508, 156, 0],
        [462, 264, -50],
        [560, 270, 46],
      ].map(
        ([x, y, turn]) =>
          `<g transform="translate(${x} ${y}) rotate(${turn})"><path d="M0 0C-26 -30 -20 -70 0 -92C20 -70 26 -30 0 0Z" fill="url(#accent)"/></g>`,
      ),
      fill(
        'M446 420H554C560 470 640 520 640 640C640 760 590 804 500 804S360 760 360 640C360 520 440 470 446 420Z',
        'url(#body)',
      ),
      `<ellipse cx="500" cy="420" rx="56" ry="14" fill="url(#side)"/>`,
      sheen('M384 640C386 570 416 530 440 500C416 560 410 700 440 776C404 756 384 712 384 640Z', 0.3),
      line('M368 600C420 630 580 630 632 600', light, 6, 'opacity=".4"'),
    ].join(''),
}

const candle: Shape = {
  foot: 790,
  width: 420,
  draw: ({ deep, light }) =>
    [
      `<ellipse cx="500" cy="330" rx="170" ry="170" fill="url(#warm)"/>`,
      fill('M500 250C530 300 540 326 528 356C520 376 480 376 472 356C460 326 476 300 500 250Z', '#ffb347'),
      fill('M500 300C514 324 518 340 510 354C505 362 495 362 490 354C482 340 488 324 500 300Z', '#fff6db'),
      line('M500 372V410', '#3c3128', 6),
      fill(
        'M350 420C350 400 420 392 500 392S650 400 650 420V750C650 784 580 794 500 794S350 784 350 750Z',
        'url(#body)',
      ),
      `<ellipse cx="500" cy="420" rx="150" ry="30" fill="#fbf3e4"/><ellipse cx="500" cy="420" rx="150" ry="30" fill="none" stroke="${light}" stroke-width="7"/>`,
      `<rect x="410" y="540" width="180" height="120" rx="10" fill="#fdfaf4" opacity=".95"/>`,
      line('M440 584H560M460 618H540', deep, 7, 'opacity=".55"'),
      sheen('M372 450V750C372 762 384 770 404 776V452Z', 0.3),
    ].join(''),
}

const brush: Shape = {
  foot: 780,
  width: 520,
  draw: ({ deep, light }) =>
    [
      '<g transform="rotate(-14 500 560)">',
      fill('M260 560H740L720 720C600 760 400 760 280 720Z', '#e6d2a8'),
      ...Array.from({ length: 19 }, (_, n) =>
        line(`M${282 + n * 24} 570V${724 + (n % 3) * 8}`, '#b99a63', 5, 'opacity=".55"'),
      ),
      fill(
        'M230 500C230 456 300 440 500 440S770 456 770 500V540C770 572 740 580 700 580H300C260 580 230 572 230 540Z',
        'url(#body)',
      ),
      line('M270 476C380 456 620 456 730 476', light, 7, 'opacity=".6"'),
      line('M260 576H740', deep, 5, 'opacity=".35"'),
      `<rect x="480" y="180" width="40" height="270" rx="20" fill="url(#wood)"/><circle cx="500" cy="206" r="9" fill="${deep}"/>`,
      '</g>',
    ].join(''),
}

const towel: Shape = {
  foot: 860,
  width: 380,
  draw: ({ deep, light }) =>
    [
      `<rect x="200" y="236" width="600" height="26" rx="13" fill="url(#wood)"/><circle cx="206" cy="249" r="24" fill="url(#wood)"/><circle cx="794" cy="249" r="24" fill="url(#wood)"/>`,
      fill('M330 240H690V780C620 800 560 764 500 786S380 800 330 780Z', 'url(#side)'),
      fill(
        'M300 238C300 226 310 220 324 220H650C664 220 672 226 672 240V840C600 862 540 826 480 846S350 860 300 838Z',
        'url(#body)',
      ),
      line(
        'M300 720C380 744 440 712 500 728S620 740 672 722M300 760C380 784 440 752 500 768S620 780 672 762',
        'url(#accent)',
        15,
      ),
      line('M400 250C392 420 410 600 398 830M560 250C570 420 552 600 566 830', deep, 5, 'opacity=".2"'),
      line('M306 240H668', light, 6, 'opacity=".7"'),
    ].join(''),
}

const wateringCan: Shape = {
  foot: 780,
  width: 560,
  draw: ({ deep, light }) =>
    [
      line('M400 440C420 250 640 250 640 470', 'url(#side)', 26),
      fill('M360 620L196 396L232 372L400 540Z', 'url(#side)'),
      fill('M150 392L236 332L262 372L178 434Z', 'url(#accent)'),
      fill('M360 450H680L706 740C708 772 660 784 530 784S352 772 354 740Z', 'url(#body)'),
      `<ellipse cx="520" cy="450" rx="160" ry="34" fill="url(#side)"/><path d="M360 450C370 410 520 410 540 450Z" fill="url(#top)"/>`,
      line('M356 680C420 706 640 706 702 680', deep, 6, 'opacity=".3"'),
      sheen('M382 490L378 738C380 754 392 762 410 768L416 492Z', 0.28),
      line('M362 452C400 424 640 424 678 452', light, 5, 'opacity=".6"'),
    ].join(''),
}

const planter: Shape = {
  foot: 800,
  width: 420,
  draw: ({ light, deep }) =>
    [
      ...[
        [-52, 150],
        [-24, 210],
        [8, 230],
        [36, 190],
        [62, 140],
      ].map(
        ([turn, length]) =>
          `<g transform="translate(500 520) rotate(${turn})"><path d="M0 0C-46 -${(length ?? 0) * 0.5} -34 -${length} 0 -${(length ?? 0) * 1.35}C34 -${length} 46 -${(length ?? 0) * 0.5} 0 0Z" fill="url(#leaf)"/><path d="M0 0V-${(length ?? 0) * 1.2}" stroke="#4d6b45" stroke-width="4" opacity=".5"/></g>`,
      ),
      '<defs><linearGradient id="leaf" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#9dbb86"/><stop offset="1" stop-color="#557a4e"/></linearGradient></defs>',
      fill('M330 520H670L630 770C626 796 590 804 500 804S374 796 370 770Z', 'url(#body)'),
      fill('M312 500C312 490 318 486 328 486H672C682 486 688 490 688 500V550H312Z', 'url(#top)'),
      line('M318 550H682', deep, 5, 'opacity=".35"'),
      sheen('M350 570L384 764C388 780 396 786 410 790L388 570Z', 0.26),
      line('M324 496H676', light, 5, 'opacity=".7"'),
    ].join(''),
}

const trowel: Shape = {
  foot: 790,
  width: 360,
  draw: ({ light }) =>
    [
      '<g transform="rotate(20 500 520)">',
      `<rect x="466" y="170" width="68" height="230" rx="32" fill="url(#wood)"/><rect x="470" y="320" width="60" height="46" fill="url(#accent)"/><rect x="484" y="392" width="32" height="80" fill="url(#steel)"/>`,
      fill('M410 470C410 456 590 456 590 470C606 640 570 760 500 824C430 760 394 640 410 470Z', 'url(#body)'),
      fill('M500 462C540 462 590 462 590 470C606 640 570 760 500 824Z', 'url(#side)', 'opacity=".5"'),
      line('M500 480V780', light, 6, 'opacity=".5"'),
      line('M482 196V310', '#f5deba', 7, 'opacity=".7"'),
      '</g>',
    ].join(''),
}

const stool: Shape = {
  foot: 820,
  width: 460,
  draw: ({ light, deep }) =>
    [
      line('M340 400L286 816M660 400L714 816M440 410L420 780M560 410L580 780', 'url(#wood)', 28),
      line('M314 640H686', 'url(#wood)', 20),
      fill(
        'M270 350C270 306 360 292 500 292S730 306 730 350V384C730 420 640 436 500 436S270 420 270 384Z',
        'url(#body)',
      ),
      `<ellipse cx="500" cy="346" rx="230" ry="54" fill="url(#top)"/>`,
      line('M290 348C340 310 560 300 660 320', light, 6, 'opacity=".6"'),
      line('M270 386C300 420 400 436 500 436S700 420 730 386', deep, 5, 'opacity=".35"'),
    ].join(''),
}

const clock: Shape = {
  foot: 860,
  width: 300,
  draw: ({ deep, light }) =>
    [
      `<circle cx="500" cy="500" r="300" fill="url(#side)"/><circle cx="500" cy="494" r="286" fill="url(#body)"/><circle cx="500" cy="494" r="246" fill="#fdfbf6"/>`,
      ...Array.from(
        { length: 12 },
        (_, hour) =>
          `<rect x="494" y="270" width="12" height="${hour % 3 === 0 ? 40 : 22}" rx="6" fill="${deep}" opacity="${hour % 3 === 0 ? 0.9 : 0.5}" transform="rotate(${hour * 30} 500 494)"/>`,
      ),
      line('M500 494L420 392', deep, 18),
      line('M500 494L612 360', deep, 12),
      line('M500 494L540 660', 'url(#accent)', 7),
      `<circle cx="500" cy="494" r="20" fill="url(#accent)"/>`,
      line('M290 400C330 310 400 250 500 236', light, 9, 'opacity=".6"'),
    ].join(''),
}

export const homeShapes = {
  blanket,
  cushion,
  lamp,
  pendant,
  basket,
  vase,
  candle,
  brush,
  towel,
  wateringCan,
  planter,
  trowel,
  stool,
  clock,
} satisfies Record<string, Shape>
