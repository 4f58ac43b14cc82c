use ridotto_core::*; use ridotto_core::objective::*; use ridotto_core::class::Tally; use ridotto_micro::*; use ridotto_micro::evaluate::*; use ridotto_micro::search::*;
use std::time::Instant;
fn main(){
  let file=std::env::args().nth(1).unwrap_or("/work/shared/data/adult/adult.csv".into());
  let text=std::fs::read_to_string(file).unwrap();
  let mut lines=text.lines(); let header:Vec<&str>=lines.next().unwrap().split(';').collect();
  let mut ints:Vec<Interner>=header.iter().map(|_|Interner::new()).collect(); let mut codes:Vec<Vec<u32>>=vec![vec![];header.len()];
  for l in lines { for (j,c) in l.split(';').enumerate(){ let x=ints[j].intern(c.as_bytes()); codes[j].push(x);} }
  let n=codes[0].len();
  let refs: serde_json::Value = serde_json::from_str(&std::fs::read_to_string("/work/shared/reference/arx-adult.json").unwrap()).unwrap();
  let mut tot=0.0;
  let only: Option<usize> = std::env::var("ONLY").ok().map(|x|x.parse().unwrap()); let reps: usize = std::env::var("REPS").ok().map_or(1,|x|x.parse().unwrap());
  for _ in 0..reps { for (ri,r) in refs.as_array().unwrap().iter().enumerate() { if only.is_some_and(|o|o!=ri){continue;}
    let models=r["models"].as_str().unwrap(); if models.contains(';')||!models.starts_with("k:"){continue;}
    let k:u64=models[2..].parse().unwrap();
    let sup=r["suppression"].as_f64().unwrap();
    let qis:Vec<usize>=r["qis"].as_array().unwrap().iter().map(|q|header.iter().position(|h|*h==q.as_str().unwrap()).unwrap()).collect();
    let hs:Vec<Hierarchy>=qis.iter().map(|&j|{
      let rows:Vec<Vec<String>>=std::fs::read_to_string(format!("/work/shared/data/adult/hierarchies/{}.csv",header[j])).unwrap().lines().map(|l|l.split(';').map(String::from).collect()).collect();
      let vals:Vec<String>=(0..ints[j].len()).map(|c|String::from_utf8(ints[j].bytes_of(c as u32).to_vec()).unwrap()).collect();
      Hierarchy::stub(&vals,&rows)}).collect();
    let cols:Vec<Codes>=qis.iter().map(|&j|Codes::from_codes(&codes[j],ints[j].len())).collect();
    let keys:Vec<KeyColumn>=cols.iter().zip(&qis).map(|(c,&j)|KeyColumn{codes:c,values:ints[j].len()}).collect();
    let obj=match r["metric"].as_str().unwrap(){"loss"=>Objective::Loss(Aggregate::Geometric),"dm"=>Objective::Discernibility,"aecs"=>Objective::ClassSize,"precision"=>Objective::Precision,"height"=>Objective::Height,"nuentropy"=>Objective::Entropy,_=>Objective::Ambiguity};
    let t0=Instant::now();
    let tally=Tally::count(&keys,n);
    let t1=Instant::now();
    let scales=hs.iter().zip(&cols).zip(&qis).map(|((h,c),&j)|Scale::new(h,&c.histogram(ints[j].len()),1.0)).collect();
    let gauge=Gauge::new(obj,scales,n as u64,k);
    let lattice=Lattice::between(vec![0;hs.len()],hs.iter().map(|h|h.height() as u8).collect());
    let limit=(sup*n as f64).floor() as u64;
    let task=Task{lattice:&lattice,gauge:&gauge,limit,monotone:true,most_checks:std::env::var("CHECKS").ok().map(|c|c.parse().unwrap())};
    let mut ev=Halves::new(&tally,&hs,k,&gauge);
    let t2=Instant::now();
    let f=exact(&task,&mut ev,&());
    let t3=Instant::now();
    let Some(b)=f.best else {println!("loss NONE rel 9"); continue};
    let want=r["score"].as_f64().unwrap();
    tot+=(t3-t1).as_secs_f64();
    println!("{:9} k={k:<3} s={sup:<4} {} {:?} sup {} score {:.6} rel {:.2e} checks {} classes {} count {:?} prep {:?} search {:?} | arx {} {:.0}ms", r["metric"].as_str().unwrap(), if (b.score-want).abs()<=1e-9*want.max(1e-9){"OK "}else{"BAD"}, b.levels,b.outcome.suppressed,b.score,b.score/want-1.0,f.checked,tally.len(),t1-t0,t2-t1,t3-t2,r["nodes_checked"],r["anonymize_cpu_ms"].as_f64().unwrap());
  }
  } println!("total {tot}");
}
