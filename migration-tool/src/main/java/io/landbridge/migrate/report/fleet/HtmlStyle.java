package io.landbridge.migrate.report.fleet;

/** How a report looks, in either scheme; contrasts are at least 4.5 to 1. */
final class HtmlStyle {

  static final String CSS =
      """
      :root{--bg:#f6f7f9;--card:#fff;--fg:#1b2430;--dim:#566273;--line:#dde2e9;--accent:#0b6bcb;
      --ok:#156c3c;--warn:#8a5300;--bad:#b3261e;--track:#e4e8ee}
      @media (prefers-color-scheme:dark){:root{--bg:#12161c;--card:#1b212a;--fg:#e8edf3;--dim:#a3b0c0;
      --line:#303a47;--accent:#5aaeff;--ok:#62d392;--warn:#f2b866;--bad:#ff8a80;--track:#2b3441}}
      *{box-sizing:border-box}
      body{margin:0;background:var(--bg);color:var(--fg);font:15px/1.5 system-ui,-apple-system,"Segoe UI",
      Roboto,"DejaVu Sans",sans-serif}
      header,main{max-width:1120px;margin:0 auto;padding:0 20px}
      header{padding-top:32px;padding-bottom:8px}
      h1{font-size:26px;line-height:1.2;margin:0 0 6px}
      header p{color:var(--dim);margin:0;overflow-wrap:anywhere}
      section{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:18px 20px;
      margin:16px 0}
      section h2{font-size:17px;margin:0 0 10px}
      .figures{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:16px;
      background:none;border:0;padding:0}
      .figure{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:16px 18px}
      .figure h2{font-size:13px;font-weight:600;color:var(--dim);margin:0}
      .big{font-size:30px;font-weight:650;margin:2px 0 8px;font-variant-numeric:tabular-nums}
      .big small{font-size:15px;font-weight:400;color:var(--dim)}
      .note{font-size:12.5px;color:var(--dim);margin:8px 0 0}
      .bar{height:8px;border-radius:4px;background:var(--track);overflow:hidden;min-width:70px}
      .bar span{display:block;height:100%;background:var(--accent);border-radius:4px}
      .scroll{overflow-x:auto;margin:10px 0}
      .scroll:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
      table{border-collapse:collapse;width:100%;min-width:660px;font-size:14px}
      caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
      th{text-align:left;font-size:12.5px;color:var(--dim);font-weight:600}
      th,td{padding:7px 14px 7px 0;border-bottom:1px solid var(--line);vertical-align:top}
      tbody tr:last-child td{border-bottom:0}
      td{overflow-wrap:break-word;max-width:420px}
      td.n{font-variant-numeric:tabular-nums}
      td.wide{width:32%;vertical-align:middle}
      code{font:13px ui-monospace,"DejaVu Sans Mono",monospace}
      .state{white-space:nowrap;font-weight:600}
      .done{color:var(--ok)}.under-way{color:var(--warn)}.pending{color:var(--dim);font-weight:400}
      .timeline{list-style:none;margin:0;padding:0 0 0 14px;border-left:2px solid var(--line)}
      .timeline li{margin:6px 0;overflow-wrap:anywhere}
      .timeline time{color:var(--dim);font-variant-numeric:tabular-nums;margin-right:6px}
      .bad strong{color:var(--bad)}
      @media print{body{background:#fff}section,.figure{break-inside:avoid}}
      """;

  private HtmlStyle() {}
}
