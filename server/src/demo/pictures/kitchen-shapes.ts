import { fill, line, type Shape, sheen } from './shape.ts'

/* A drawer of drawings, of things that stand in the kitchen: long, because each is nothing but its lines. */

const pot: Shape = {
  foot: 770,
  width: 600,
  draw: ({ deep, light }) =>
    [
      line('M284 540C214 536 214 604 286 604M716 540C786 536 786 604 714 604', 'url(#side)', 26),
      fill('M280 500H720V690C720 742 660 772 500 772S280 742 280 690Z', 'url(#body)'),
      fill('M268 488C268 474 276 468 290 468H710C724 468 732 474 732 488V512H268Z', 'url(#side)'),
      fill('M296 468C310 410 410 388 500 388S690 410 704 468Z', 'url(#top)'),
      `<rect x="462" y="350" width="76" height="40" rx="18" fill="url(#accent)"/>`,
      sheen('M300 530V690C300 714 314 730 340 742V530Z', 0.26),
      line('M296 468H704', deep, 5, 'opacity=".4"'),
      line('M340 430C400 404 560 400 640 420', light, 6, 'opacity=".6"'),
    ].join(''),
}

const pan: Shape = {
  foot: 740,
  width: 620,
  draw: ({ deep, light }) =>
    [
      line('M640 560L900 430', 'url(#wood)', 40),
      line('M650 552L892 430', '#f0d3ae', 6, 'opacity=".7"'),
      fill('M160 580C160 700 300 742 420 742S680 700 680 580Z', 'url(#body)'),
      `<ellipse cx="420" cy="580" rx="262" ry="92" fill="url(#side)"/><ellipse cx="420" cy="586" rx="224" ry="72" fill="${deep}"/>`,
      line('M230 586C270 530 560 520 612 580', light, 7, 'opacity=".35"'),
      sheen('M180 610C190 660 230 696 290 716C250 680 230 650 226 624Z', 0.24),
    ].join(''),
}

const kettle: Shape = {
  foot: 770,
  width: 520,
  draw: ({ deep, light }) =>
    [
      line('M336 450C330 230 670 230 664 450', 'url(#wood)', 30),
      fill('M684 560C740 540 760 490 800 450L836 470C800 540 770 640 700 660Z', 'url(#side)'),
      fill('M300 620C300 500 390 440 500 440S700 500 700 620C700 730 640 772 500 772S300 730 300 620Z', 'url(#body)'),
      fill('M400 454C420 424 580 424 600 454C560 474 440 474 400 454Z', 'url(#top)'),
      `<circle cx="500" cy="420" r="22" fill="url(#accent)"/>`,
      sheen('M324 620C324 560 350 510 396 486C360 540 352 660 386 736C344 714 324 680 324 620Z', 0.3),
      line('M330 690C400 722 600 722 670 690', deep, 5, 'opacity=".35"'),
      line('M404 456C440 440 560 440 596 456', light, 5, 'opacity=".7"'),
    ].join(''),
}

const teapot: Shape = {
  foot: 760,
  width: 520,
  draw: ({ light }) =>
    [
      line('M690 520C800 500 800 680 676 680', 'url(#side)', 30),
      fill('M316 560C250 560 250 470 190 450L172 480C220 520 220 640 330 660Z', 'url(#side)'),
      fill('M300 600C300 490 390 450 500 450S700 490 700 600C700 720 640 764 500 764S300 720 300 600Z', 'url(#body)'),
      fill('M392 468C400 420 600 420 608 468C560 490 440 490 392 468Z', 'url(#top)'),
      `<circle cx="500" cy="410" r="24" fill="url(#accent)"/>`,
      sheen('M324 600C326 548 356 508 400 490C366 540 356 650 390 724C346 706 324 668 324 600Z', 0.3),
      line('M360 640C420 680 580 680 640 640', light, 6, 'opacity=".5" stroke-dasharray="2 22"'),
    ].join(''),
}

const dripper: Shape = {
  foot: 790,
  width: 440,
  draw: ({ deep, light }) =>
    [
      fill('M330 280H670L570 470H430Z', 'url(#body)'),
      fill('M356 296H644L560 452H440Z', '#6a4a34', 'opacity=".5"'),
      line('M330 280H670', light, 14),
      `<rect x="392" y="468" width="216" height="26" rx="12" fill="url(#accent)"/>`,
      fill(
        'M420 494H580C640 560 656 640 650 720C646 776 590 790 500 790S354 776 350 720C344 640 360 560 420 494Z',
        'url(#glass)',
        'opacity=".92"',
      ),
      fill(
        'M352 668C420 690 580 690 648 668L650 720C646 776 590 790 500 790S354 776 350 720Z',
        '#5b3a26',
        'opacity=".9"',
      ),
      sheen('M378 590C370 640 370 700 384 750C400 762 410 764 420 766C392 700 392 620 414 556Z', 0.5),
      line('M500 498V640', '#6a4a34', 5, 'opacity=".7"'),
      line('M420 494C360 560 344 640 350 720M580 494C640 560 656 640 650 720', deep, 4, 'opacity=".3"'),
    ].join(''),
}

const grinder: Shape = {
  foot: 800,
  width: 340,
  draw: ({ deep }) =>
    [
      line('M500 240L690 230', '#8b949c', 18),
      `<circle cx="700" cy="222" r="34" fill="url(#wood)"/><rect x="484" y="226" width="32" height="60" fill="url(#steel)"/>`,
      fill('M400 300C400 276 440 270 500 270S600 276 600 300L612 470H388Z', 'url(#metal)'),
      fill('M384 470H616L628 764C628 790 580 802 500 802S372 790 372 764Z', 'url(#body)'),
      fill('M384 470H616L618 520H382Z', 'url(#accent)'),
      sheen('M402 540L394 758C396 776 408 782 424 788L430 540Z', 0.3),
      line('M384 470H616', deep, 5, 'opacity=".4"'),
    ].join(''),
}

const knife: Shape = {
  foot: 700,
  width: 720,
  draw: ({ deep, light }) =>
    [
      '<g transform="rotate(-24 500 520)">',
      fill('M110 520C200 450 420 436 620 440V560H230C170 560 126 546 110 520Z', 'url(#metal)'),
      fill('M110 520C160 548 200 552 260 552H620V560H230C170 560 126 546 110 520Z', '#ffffff', 'opacity=".8"'),
      line('M180 492C300 458 460 452 610 454', '#ffffff', 5, 'opacity=".8"'),
      `<rect x="612" y="432" width="34" height="136" rx="8" fill="url(#steel)"/>`,
      fill('M646 440H860C890 440 904 462 900 500C896 540 880 560 850 560H646Z', 'url(#body)'),
      `<circle cx="700" cy="500" r="12" fill="url(#metal)"/><circle cx="772" cy="500" r="12" fill="url(#metal)"/><circle cx="842" cy="500" r="12" fill="url(#metal)"/>`,
      line('M656 456H856', light, 5, 'opacity=".5"'),
      line('M646 560H850', deep, 5, 'opacity=".4"'),
      '</g>',
    ].join(''),
}

const board: Shape = {
  foot: 770,
  width: 600,
  draw: ({ light, dark }) =>
    [
      '<g transform="rotate(-6 500 520)">',
      fill(
        'M300 320H620C640 320 652 332 652 352V520H760C806 520 806 600 760 600H652V720C652 744 640 756 616 756H300C276 756 264 744 264 720V356C264 332 276 320 300 320Z',
        'url(#body)',
      ),
      fill(
        'M264 720C264 744 276 756 300 756H616C640 756 652 744 652 720V736C652 762 640 774 616 774H300C276 774 264 762 264 736Z',
        'url(#side)',
      ),
      `<circle cx="756" cy="560" r="20" fill="${dark}" opacity=".7"/>`,
      ...[360, 430, 500, 570].map((x) =>
        line(`M${x} 330C${x + 14} 450 ${x - 12} 600 ${x + 4} 744`, dark, 4, 'opacity=".22"'),
      ),
      line('M290 336H620', light, 5, 'opacity=".8"'),
      '</g>',
      `<circle cx="400" cy="600" r="58" fill="#c9483a"/><path d="M380 560C386 540 414 540 420 560" fill="none" stroke="#3c6b3f" stroke-width="9" stroke-linecap="round"/><circle cx="380" cy="580" r="14" fill="#fff" opacity=".4"/>`,
    ].join(''),
}

const bowl: Shape = {
  foot: 750,
  width: 560,
  draw: ({ deep, light }) =>
    [
      fill('M230 500C236 660 350 750 500 750S764 660 770 500Z', 'url(#body)'),
      `<ellipse cx="500" cy="500" rx="270" ry="70" fill="url(#side)"/><ellipse cx="500" cy="508" rx="236" ry="54" fill="${deep}" opacity=".75"/>`,
      `<ellipse cx="500" cy="500" rx="270" ry="70" fill="none" stroke="${light}" stroke-width="10"/>`,
      line('M270 590C350 636 650 636 730 590', 'url(#accent)', 14),
      sheen('M262 560C276 640 330 700 400 730C340 680 310 620 304 572Z', 0.26),
      `<rect x="420" y="744" width="160" height="16" rx="8" fill="url(#side)"/>`,
    ].join(''),
}

const jar: Shape = {
  foot: 790,
  width: 380,
  draw: ({ body, dark }) =>
    [
      `<rect x="384" y="276" width="232" height="78" rx="18" fill="url(#wood)"/>`,
      line('M392 336H608', '#7d5a3a', 5, 'opacity=".5"'),
      fill(
        'M380 354H620C646 380 656 410 656 450V730C656 776 600 792 500 792S344 776 344 730V450C344 410 354 380 380 354Z',
        'url(#glass)',
        'opacity=".92"',
      ),
      fill('M344 540C420 556 580 556 656 540V730C656 776 600 792 500 792S344 776 344 730Z', body, 'opacity=".88"'),
      ...[
        [400, 600],
        [470, 640],
        [550, 600],
        [600, 660],
        [430, 710],
        [520, 720],
        [588, 736],
      ].map(([x, y]) => `<circle cx="${x}" cy="${y}" r="18" fill="${dark}" opacity=".32"/>`),
      sheen('M364 450C364 420 372 400 388 384V772C372 764 364 750 364 730Z', 0.5),
      `<rect x="420" y="590" width="160" height="100" rx="10" fill="#fdfaf4" opacity=".94"/><path d="M446 628H554M446 656H520" stroke="#7c7468" stroke-width="8" stroke-linecap="round"/>`,
    ].join(''),
}

const whisk: Shape = {
  foot: 790,
  width: 460,
  draw: ({ light }) =>
    [
      '<g transform="rotate(24 500 520)">',
      `<rect x="470" y="180" width="60" height="300" rx="28" fill="url(#body)"/><rect x="478" y="470" width="44" height="40" fill="url(#steel)"/>`,
      line(
        'M500 506C400 600 380 740 500 816C620 740 600 600 500 506M500 506C450 610 440 740 500 816C560 740 550 610 500 506M500 506V816',
        'url(#steel)',
        8,
      ),
      line('M486 204V450', light, 7, 'opacity=".6"'),
      '</g>',
    ].join(''),
}

const rollingPin: Shape = {
  foot: 700,
  width: 680,
  draw: ({ deep }) =>
    [
      '<g transform="rotate(-18 500 560)">',
      `<rect x="130" y="532" width="130" height="56" rx="28" fill="url(#body)"/><rect x="740" y="532" width="130" height="56" rx="28" fill="url(#body)"/>`,
      `<rect x="250" y="490" width="500" height="140" rx="40" fill="url(#wood)"/>`,
      line('M280 520H720', '#f5deba', 10, 'opacity=".7"'),
      line('M300 600C420 590 580 610 700 596M290 566C440 556 560 576 710 562', '#8a6340', 4, 'opacity=".35"'),
      line('M276 496V624M724 496V624', deep, 4, 'opacity=".35"'),
      '</g>',
    ].join(''),
}

const loafTin: Shape = {
  foot: 760,
  width: 640,
  draw: ({ light, deep }) =>
    [
      fill(
        'M250 470C250 400 330 360 380 392C410 350 500 350 530 392C580 352 650 360 670 402C730 372 760 430 750 480Z',
        '#d9a05f',
      ),
      line('M380 392C400 420 400 440 392 462M530 392C548 420 548 440 540 462', '#a5713a', 7, 'opacity=".6"'),
      fill('M214 470H786L740 730C734 756 716 764 690 764H310C284 764 266 756 260 730Z', 'url(#body)'),
      fill('M200 458C200 450 206 446 214 446H786C794 446 800 450 800 458V488H200Z', 'url(#top)'),
      sheen('M240 500L280 724C284 738 290 744 300 748L276 500Z', 0.26),
      line('M206 488H794', deep, 5, 'opacity=".4"'),
      line('M220 456H780', light, 5, 'opacity=".7"'),
    ].join(''),
}

const apron: Shape = {
  foot: 850,
  width: 380,
  draw: ({ deep, light }) =>
    [
      line('M410 300C410 170 590 170 590 300', 'url(#accent)', 16),
      line('M330 520C250 540 250 600 300 640M670 520C750 540 750 600 700 640', 'url(#accent)', 14),
      fill(
        'M406 292H594C600 400 640 450 680 500L700 820C600 850 400 850 300 820L320 500C360 450 400 400 406 292Z',
        'url(#body)',
      ),
      fill('M376 600H624V700C624 730 590 740 500 740S376 730 376 700Z', 'url(#side)'),
      line('M376 606H624M500 606V736', light, 5, 'opacity=".5" stroke-dasharray="14 10"'),
      line('M412 316H588', light, 6, 'opacity=".6"'),
      line('M420 480C440 560 430 580 424 596M584 470C570 550 576 580 580 596', deep, 5, 'opacity=".3"'),
    ].join(''),
}

const scale: Shape = {
  foot: 760,
  width: 620,
  draw: ({ deep, light }) =>
    [
      fill('M220 640H780L800 730C802 752 790 764 768 764H232C210 764 198 752 200 730Z', 'url(#body)'),
      fill('M250 610H750C766 610 776 620 778 640H222C224 620 234 610 250 610Z', 'url(#top)'),
      `<rect x="400" y="676" width="200" height="56" rx="12" fill="#20282c"/><path d="M440 704H470M490 704H520M540 704H560" stroke="#9fe3c8" stroke-width="9" stroke-linecap="round"/>`,
      fill('M300 610C310 480 690 480 700 610Z', 'url(#glass)', 'opacity=".9"'),
      `<ellipse cx="500" cy="548" rx="150" ry="34" fill="url(#accent)" opacity=".9"/>`,
      line('M300 610C310 480 690 480 700 610', light, 6, 'opacity=".9"'),
      line('M220 640H780', deep, 4, 'opacity=".4"'),
    ].join(''),
}

export const kitchenShapes = {
  pot,
  pan,
  kettle,
  teapot,
  dripper,
  grinder,
  knife,
  board,
  bowl,
  jar,
  whisk,
  rollingPin,
  loafTin,
  apron,
  scale,
} satisfies Record<string, Shape>
